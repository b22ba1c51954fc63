import type { Tag } from './xml.ts';

/** Returns `#rrggbb` of a tag that is a colour, or of a system colour as Windows showed it last. */
export function colorOf({ name, attributes }: Tag): string | undefined {
  const value = name === 'sysClr' ? attributes.get('lastClr') : attributes.get('val');
  const isColor = (name === 'srgbClr' || name === 'sysClr') && /^[\da-f]{6}$/i.test(value ?? '');
  return isColor ? `#${value?.toLowerCase()}` : undefined;
}
