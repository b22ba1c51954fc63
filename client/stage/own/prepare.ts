import type { Answers, Question } from '../reader/messages.ts';

/** Loads what asks the engine and draws a template on the page. */
export const loadParts = () => import('./read-template.ts');

/** Loads everything before a file is chosen, so that the page reads a file also without a network. */
export function prepareReader(): void {
  loadParts()
    .then(({ loadReader }) => loadReader())
    .catch(() => {});
}

/** Asks the engine. Rejects if the engine does not load. */
export async function askReader<Kind extends Question['kind']>(
  question: Extract<Question, { kind: Kind }>,
): Promise<Answers[Kind]> {
  const { loadReader } = await loadParts();
  const reader = await loadReader();
  return reader(question);
}
