/** The reason why a file is not read. The page shows one sentence for all reasons; tests and developers need the reason. */
export type FailureReason =
  /** Larger than 50 MB. */
  | 'too-large'
  /** An OLE container: a `.ppt`, or a PPTX with a password. */
  | 'locked'
  /** Not a ZIP file, or not a presentation or template without macros. */
  | 'not-pptx'
  /** A ZIP file whose directory, checksums or XML do not hold. */
  | 'damaged'
  /** The parts to be read would inflate to more than 2 MB. */
  | 'too-much'
  /** No colour scheme with accents, or no typefaces. */
  | 'no-theme';

/** Thrown inside the reader only. `readTemplate` returns the reason instead. */
export class TemplateFailure extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason) {
    super(`The template could not be read: ${reason}.`);
    this.reason = reason;
  }
}

/** Throws `damaged` if a condition does not hold. */
export function check(holds: boolean, reason: FailureReason = 'damaged'): asserts holds {
  if (!holds) throw new TemplateFailure(reason);
}
