/** What the operator can understand and mend; anything else that is thrown is our own mistake. */
export class Failure extends Error {
  override name = 'Failure';
  readonly code: string;
  readonly remedy: string | undefined;

  constructor(code: string, message: string, remedy?: string) {
    super(message);
    this.code = code;
    this.remedy = remedy;
  }
}

/** A command line that cannot be meant; exit 2. */
export class WrongUsage extends Error {
  override name = 'WrongUsage';
}
