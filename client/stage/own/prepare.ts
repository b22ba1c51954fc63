import type { Answers, Question } from '../reader/messages.ts';
import { ReaderMissing } from '../reader/reader-missing.ts';

/** Loads what asks the engine and draws a template on the page. */
export const loadParts = () =>
  import('./read-template.ts').catch(() => {
    throw new ReaderMissing();
  });

/** Loads everything before a file is chosen, so that the page reads a file also without a network. */
export function prepareReader(): void {
  loadParts()
    .then(({ loadReader }) => loadReader())
    .catch(() => {});
}

/** Asks the engine. Rejects with ReaderMissing if the engine does not load. */
export async function askReader<Kind extends Question['kind']>(
  question: Extract<Question, { kind: Kind }>,
): Promise<Answers[Kind]> {
  const { loadReader } = await loadParts();
  const reader = await loadReader();
  return (await reader(question)) as Answers[Kind];
}
