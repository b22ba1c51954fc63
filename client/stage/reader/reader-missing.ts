/** Thrown when the code of the engine cannot be loaded, or the code that draws a template on the page. */
export class ReaderMissing extends Error {
  constructor() {
    super('The reader did not load.');
  }
}
