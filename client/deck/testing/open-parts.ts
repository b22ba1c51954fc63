import { openTemplate, type Template } from '../open-template.ts';
import type { ShrinkPicture } from '../picture.ts';
import { type TemplateParts, templateFile } from './template-file.ts';

/** Opens the template that {@link templateFile} makes. Throws if the engine refuses it. */
export async function openParts(parts: TemplateParts, shrink?: ShrinkPicture): Promise<Template> {
  const template = await openTemplate(templateFile(parts), shrink);
  if ('refused' in template) throw new Error(template.refused);
  return template;
}
