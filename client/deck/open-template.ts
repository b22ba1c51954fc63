import type { ShrinkPicture } from './picture.ts';
import { type Refusal, TemplateRefused } from './refusal.ts';
import { type Design, designOf } from './template/design.ts';
import { loadTemplate } from './template/load.ts';

/** An opened template. Its inside is the engine's own: pass it to `describe` and `fillTemplate`. */
export interface Template {
  readonly design: Design;
}

/**
 * Opens a file. Never rejects: a file that is not read gives a refusal.
 * @param shrinkPicture judges whether text is readable on a picture. Without it, a picture counts as unreadable ground.
 */
export async function openTemplate(
  bytes: Uint8Array<ArrayBuffer>,
  shrinkPicture?: ShrinkPicture,
): Promise<Template | Refusal> {
  try {
    return { design: await designOf(await loadTemplate(bytes), shrinkPicture) };
  } catch (error) {
    return error instanceof TemplateRefused ? error.refusal : { refused: 'damaged' };
  }
}
