import {
  type Deck,
  fillTemplate,
  openTemplate,
  type RefusalReason,
} from '../../../client/deck/index.ts';
import { contentFaults } from './content-faults.ts';
import { expectedRefusal } from './expected-refusal.ts';
import { openPackage } from './office-package.ts';
import { packageFaults } from './package-faults.ts';
import { presentationFaults } from './presentation-faults.ts';
import { shrinkPicture } from './shrink-picture.ts';

/** What the engine makes of a file. */
export interface Checked {
  answer: 'read' | RefusalReason;
  faults: string[];
  openMs: number;
  fillMs: number;
  download?: Uint8Array;
}

/**
 * Returns whether the engine gave the right refusal. A damaged file may also be no ZIP file at all, and a file that only
 * seems whole may be damaged.
 */
const isRightRefusal = (given: RefusalReason, expected: RefusalReason | undefined): boolean =>
  given === expected || (expected === 'damaged' && given === 'not_presentation');

/** Returns the faults of a download that can be seen without another program. */
export function downloadFaults(download: Uint8Array, deck: Deck): string[] {
  try {
    const file = openPackage(download);
    const faults = packageFaults(file);
    return faults.length > 0 ? faults : [...presentationFaults(file), ...contentFaults(file, deck)];
  } catch (error) {
    return [String(error)];
  }
}

/** Opens a file, fills it and checks the download. Never rejects: what the engine throws is a fault. */
export async function checkFile(bytes: Uint8Array<ArrayBuffer>, deck: Deck): Promise<Checked> {
  const begun = performance.now();
  let openMs = 0;
  try {
    const template = await openTemplate(bytes, shrinkPicture);
    openMs = Math.round(performance.now() - begun);
    if ('refused' in template) {
      const expected = expectedRefusal(bytes);
      const isRight = isRightRefusal(template.refused, expected);
      const fault = `refused as ${template.refused} (${template.part ?? 'no part'}), not ${expected ?? 'read'}`;
      return { answer: template.refused, faults: isRight ? [] : [fault], openMs, fillMs: 0 };
    }
    const download = fillTemplate(template, deck);
    const fillMs = Math.round(performance.now() - begun) - openMs;
    return { answer: 'read', faults: downloadFaults(download, deck), openMs, fillMs, download };
  } catch (error) {
    const fault = `threw ${(error as Error).stack?.split('\n').slice(0, 2).join(' ')}`;
    return { answer: 'read', faults: [fault], openMs, fillMs: 0 };
  }
}
