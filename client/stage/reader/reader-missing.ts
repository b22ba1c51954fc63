/** Thrown when the code of the engine cannot be loaded, or the code that draws a template on the page. */
export class ReaderMissing extends Error {
  /** True if only a new page tries again: a browser keeps the failure of a module's import until the page is left. */
  readonly needsNewPage: boolean;

  constructor(needsNewPage: boolean) {
    super('The reader did not load.');
    this.needsNewPage = needsNewPage;
  }
}
