import { type Cause, Unreachable, unreachable } from '../../../remote/unreachable.ts';
import type { Finding } from '../report.ts';

/** The causes with which the site works. Without a secret, only the trial sign-up is impossible. */
const warningCauses: ReadonlySet<Cause> = new Set(['no_secret', 'superuser', 'forged_address']);

/**
 * Runs one attempt and judges its result.
 * @param work rejects when the attempt fails. A text that it resolves with is shown after the target.
 */
export async function attempt(
  name: string,
  target: string,
  work: () => Promise<unknown>,
): Promise<Finding> {
  try {
    const detail = await work();
    return { name, value: detail ? `${target}, ${detail}` : target };
  } catch (error) {
    const { code, message, details } = error instanceof Unreachable ? error : unreachable(error);
    const kind = warningCauses.has(code) ? 'warning' : 'problem';
    return {
      name,
      value: target,
      [kind]: `${code.replaceAll('_', ' ')} (${message})`,
      ...(details.remedy && { remedy: details.remedy }),
    };
  }
}
