import { textWidth } from './text-width.ts';

const sample = 'mmmmmmmmmmlli WAgq 0123';

/** Returns the width of the sample in a family of typefaces. */
const width = (family: string): number => textWidth(sample, `72px ${family}`) ?? 1;

/** The stand-ins, whose first use takes the browser some milliseconds: they are over before there is a template. */
const standIns = ['monospace', 'serif'].map((family) => ({ family, width: width(family) }));

/**
 * Returns whether a typeface is on this device. If so, a text in the typeface is wider or narrower than the same text in
 * one of two stand-ins. The page's own typefaces count as being on the device.
 */
const isOnDevice = (name: string): boolean =>
  standIns.some((standIn) => width(`"${name}", ${standIn.family}`) !== standIn.width);

/** Returns the named typefaces that this device does not have. */
export const missingTypefaces = (names: readonly string[]): string[] =>
  [...new Set(names)].filter((name) => !isOnDevice(name));

/** Returns how wide a typeface is, compared with our own. */
export const widenessOf = (name: string): number =>
  width(`"${name}", "Instrument Sans", sans-serif`) / width('"Instrument Sans", sans-serif');
