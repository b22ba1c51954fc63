/** Returns whether the name of a file is that of a presentation or a template. */
export const isTemplate = ({ name }: File): boolean =>
  /\.(pptx|potx|pptm|potm|ppsx|ppsm)$/i.test(name);

/** Chooses the file that is read: the first template, or else the first file. Returns undefined without a file. */
export const pickFile = (files: readonly File[]): File | undefined =>
  files.find(isTemplate) ?? files[0];

/** Returns the file of a dropped item. A folder counts as a file that is no presentation, because browsers cannot read it. */
function fileOf(item: DataTransferItem): File | null {
  const entry = item.webkitGetAsEntry?.();
  return entry?.isDirectory ? new File(['folder'], entry.name) : item.getAsFile();
}

/**
 * Returns the files of a drop. Links and text are left out. An empty file stands for files that the browser did not get:
 * some mail programs drag an attachment that they have not saved.
 */
export function filesOf({ items }: DataTransfer): File[] {
  const files = [...items]
    .filter(({ kind }) => kind === 'file')
    .map(fileOf)
    .filter((file) => file !== null);
  return files.length > 0 ? files : [new File([], 'The file')];
}
