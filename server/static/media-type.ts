import { lookup, mimes } from 'mrmime';

// mrmime leaves types with `x-` out.
mimes.ico = 'image/x-icon';

const isText = (type: string): boolean => type.startsWith('text/') || /[+/](json|xml)$/.test(type);

/** The media type that a file’s ending stands for, with the character set of a text. */
export function mediaType(file: string): string {
  const type = lookup(file) ?? 'application/octet-stream';
  return isText(type) ? `${type}; charset=utf-8` : type;
}

/** Texts become smaller; pictures and fonts are compressed already. */
export const isCompressible = (type: string): boolean => type.endsWith('charset=utf-8');
