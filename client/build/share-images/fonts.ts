import { readFileSync } from 'node:fs';
import type { SatoriOptions } from 'satori';

type Font = SatoriOptions['fonts'][number];

/** satori reads no woff2 and no variable fonts, so the pictures use the static cuts of the same faces. */
const cut = (name: string, file: string, weight: NonNullable<Font['weight']>): Font => ({
  name,
  weight,
  style: 'normal',
  data: readFileSync(
    new URL(import.meta.resolve(`@fontsource/${file}-latin-${weight}-normal.woff`)),
  ),
});

const serif = (weight: 400 | 500): Font => cut('STIX', 'stix-two-text/files/stix-two-text', weight);
const sans = (weight: 400 | 600 | 700): Font =>
  cut('Instrument', 'instrument-sans/files/instrument-sans', weight);

export const fonts = (): Font[] => [serif(400), serif(500), sans(400), sans(600), sans(700)];
