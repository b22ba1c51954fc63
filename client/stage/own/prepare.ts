import { loadReader, ReaderMissing } from '../reader/reader.ts';

/** Loads what draws a template on the page. */
export const loadParts = () =>
  import('./read-template.ts').catch(() => {
    throw new ReaderMissing(true);
  });

/** Loads everything before a file is chosen, so that the page reads a file also without a network. */
export function prepareReader(): void {
  Promise.all([loadReader(), loadParts()]).catch(() => {});
}
