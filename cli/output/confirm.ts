import { WrongUsage } from '../failure.ts';
import type { Session } from '../session.ts';

/** Asks the person at the terminal. Throws with `otherwise` when the answer is not yes, or when there is no terminal. */
export async function confirm(
  { terminal, json }: Session,
  question: string,
  otherwise: string,
  withoutTerminal = otherwise,
): Promise<void> {
  const ask = json ? null : terminal.ask;
  if (!ask) throw new WrongUsage(withoutTerminal);
  const answer = await ask(`${question} [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim())) throw new WrongUsage(otherwise);
}
