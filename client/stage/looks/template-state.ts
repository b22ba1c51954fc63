import type { Look } from '../sample/looks.ts';
import type { TemplateRemark } from '../template/readable-look.ts';

/** What the page knows about the visitor's own template. It stays in memory only. */
export type OwnTemplate =
  | { state: 'none' | 'failed' | 'forgotten' }
  /** `former` is the template whose look stays while the next file is read. */
  | { state: 'reading'; name: string; former: ReadTemplate | undefined }
  | ReadTemplate;

/** A template that was read. */
export interface ReadTemplate {
  state: 'read';
  name: string;
  look: Look;
  layouts: number;
  /** Typefaces that the file names and this device does not have. */
  missing: readonly string[];
  remarks: readonly TemplateRemark[];
}

/** Returns the template whose look can be chosen. */
export function readOf(own: OwnTemplate): ReadTemplate | undefined {
  if (own.state === 'read') return own;
  return own.state === 'reading' ? own.former : undefined;
}

/** Returns the variables of the own look (state.ts), for the body of the window. */
export function ownVariables(own: OwnTemplate): Record<string, string> {
  const read = readOf(own);
  if (!read) return {};
  const { palette, fonts } = read.look;
  return {
    '--own-paper': palette.paper,
    '--own-ink': palette.ink,
    '--own-ink-2': palette.ink2,
    '--own-mid': palette.mid,
    '--own-light': palette.light,
    '--own-key': palette.key,
    '--own-on-key': palette.onKey,
    '--own-heading': `"${fonts.heading}"`,
    '--own-body': `"${fonts.body}"`,
  };
}
