import type { Answers, Question } from '../reader/messages.ts';

const importParts = () => import('./read-template.ts');

let parts: ReturnType<typeof importParts> | undefined;

/**
 * Loads what asks the engine and draws a template on the page. After a failure the next call tries again. The browser
 * answers a second import in a later task only, and a frame may come before that task.
 */
export function loadParts() {
  parts ??= importParts().catch((error) => {
    parts = undefined;
    throw error;
  });
  return parts;
}

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
