/** The result of a drop or of a choice of files. */
export interface Picked {
  /** The file that is read. */
  file: File;
  /** How many of the files are templates. */
  templates: number;
  /** A document that came along and is not read here. */
  document?: string;
}

const isTemplate = ({ name }: File) => /\.(pptx|potx|pptm|potm|ppsx|ppsm)$/i.test(name);
const isDocument = ({ name }: File) => /\.(pdf|docx?)$/i.test(name);

/** Chooses the file that is read: the first template, or else the first file. Returns undefined without a file. */
export function pickFile(files: readonly File[]): Picked | undefined {
  const templates = files.filter(isTemplate);
  const file = templates[0] ?? files[0];
  if (!file) return undefined;
  const document = templates.length > 0 ? files.find(isDocument)?.name : undefined;
  return { file, templates: templates.length, ...(document && { document }) };
}

/** Returns the files of a drop. Folders, links and text are left out. */
export function filesOf({ items }: DataTransfer): File[] {
  return [...items]
    .filter(({ kind }) => kind === 'file')
    .filter((item) => !item.webkitGetAsEntry?.()?.isDirectory)
    .map((item) => item.getAsFile())
    .filter((file) => file !== null);
}
