import type { OwnTemplate } from './template-state.ts';
import { isOnDevice } from './typefaces.ts';

/** Loads the reader of templates and the maker of decks. The page does not load them before a visitor needs them. */
export const loadReader = () =>
  Promise.all([
    import('../template/read-template.ts'),
    import('../template/readable-look.ts'),
    import('../deck-file/deck.ts'),
  ]);

/** Reads a template in this browser. Nothing is sent. A file that cannot be read gives `failed`. */
export async function loadTemplate(file: File): Promise<OwnTemplate> {
  const [{ readTemplate }, { readableLook, templateRemarks }] = await loadReader();
  const reading = await readTemplate(file);
  if (!reading.ok) return { state: 'failed' };
  const readable = readableLook(reading.template);
  const { look } = readable;
  return {
    state: 'read',
    name: file.name,
    look,
    layouts: reading.template.layouts.length,
    missing: [...new Set(Object.values(look.fonts))].filter((name) => !isOnDevice(name)),
    remarks: templateRemarks(reading.template, readable),
  };
}
