import { closuresByHalfYear } from './closures-by-half-year.ts';
import { costAndVolume } from './cost-and-volume.ts';
import { coverByRegion } from './cover-by-region.ts';
import { marginBridge } from './margin-bridge.ts';
import { payback } from './payback.ts';
import { shareByHub } from './share-by-hub.ts';
import type { Exhibit } from './style.ts';
import { threeOptions } from './three-options.ts';
import { unitsByHub } from './units-by-hub.ts';

/** The exhibits of the eight slides, by the number of the slide. */
export const exhibits: Readonly<Record<number, Exhibit>> = {
  1: costAndVolume,
  2: unitsByHub,
  3: shareByHub,
  4: marginBridge,
  5: coverByRegion,
  6: payback,
  7: closuresByHalfYear,
  8: threeOptions,
};
