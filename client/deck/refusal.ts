/** The reason why a file is not read. */
export type RefusalReason =
  /** An OLE container with an encrypted package, or a ZIP file with encrypted entries: the file has a password. */
  | 'locked'
  /** A presentation in PowerPoint's format before 2007. */
  | 'old_ppt'
  /** Keynote or OpenDocument. */
  | 'other_format'
  /** Neither a presentation nor a template of PowerPoint: for example a picture, a PDF, a document or a workbook. */
  | 'not_presentation'
  /** A PDF. */
  | 'pdf'
  /** The file is larger than {@link mostBytes}. */
  | 'too_large'
  /** What would be kept of the file inflates to more than the limit, or has more tags than the limit. */
  | 'too_much'
  /** The ZIP file or one of its parts does not hold. */
  | 'damaged'
  /** The presentation has no slide master, or none with a layout. */
  | 'no_master';

/** The answer of the reader for a file that it does not read. */
export interface Refusal {
  refused: RefusalReason;
  /** The part that is damaged or too much, as `ppt/slideMasters/slideMaster1.xml`. */
  part?: string;
}

/** The most bytes that a file may have. */
export const mostBytes = 100_000_000;

/** Thrown inside the engine only. `openTemplate` returns the refusal instead. */
export class TemplateRefused extends Error {
  readonly refusal: Refusal;

  constructor(refused: RefusalReason, part?: string) {
    super(part ? `${refused}: ${part}` : refused);
    this.refusal = part ? { refused, part } : { refused };
  }
}

/** Throws a refusal if a condition does not hold. */
export function check(
  holds: boolean,
  reason: RefusalReason = 'damaged',
  part?: string,
): asserts holds {
  if (!holds) throw new TemplateRefused(reason, part);
}
