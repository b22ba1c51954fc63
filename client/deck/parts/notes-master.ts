import { plainNotesMaster } from '../fill/notes.ts';
import type { XmlPart } from '../package/collection.ts';
import { type Part, partType } from '../package/package-writer.ts';
import type { Design } from '../template/design.ts';
import type { FreePaths } from './free-paths.ts';
import { keptPart } from './kept-parts.ts';

export interface NotesMaster {
  path: string;
  /** The file's own notes master. */
  own: XmlPart | undefined;
  /** The new parts. */
  parts: readonly Part[];
}

/** Returns the file's own notes master, else a plain one with a copy of the theme. */
export function notesMasterOf({ loaded, layout }: Design, free: FreePaths): NotesMaster {
  const own = loaded.notesMaster;
  if (own) return { path: own.path, own, parts: [] };
  const path = free.take('ppt/notesMasters/notesMaster', '.xml');
  const theme = loaded.parts.get(layout.master.theme.path);
  const themePath = free.take('ppt/theme/theme', '.xml');
  const copy: Part[] = theme ? [{ ...keptPart(theme), path: themePath }] : [];
  const master: Part = {
    path,
    type: partType('notesMaster'),
    content: plainNotesMaster,
    relationships: [{ id: 'rId1', type: 'theme', target: themePath }],
  };
  return { path, own: undefined, parts: [master, ...copy] };
}
