import type { RefusalReason } from '../../deck/index.ts';
import type { FailureWords } from './failure-words.ts';

const other = { problem: 'is not a PowerPoint file.', remedy: 'Drop a .pptx or a .potx.' };

/** The words about a file that the browser cannot read: it is in a cloud only, or was changed or moved. */
export const unreadable: FailureWords = {
  problem: 'could not be read.',
  remedy: 'Save a copy on this device, then drop the copy.',
};

/** The words of each refusal of a file. */
export const refusalWords: Record<RefusalReason, FailureWords> = {
  locked: {
    problem: 'is locked.',
    remedy: 'Save a copy without the password, then drop the copy.',
  },
  old_ppt: {
    problem: 'is an old .ppt file.',
    remedy: 'Save it as .pptx in PowerPoint, then drop that.',
  },
  other_format: other,
  not_presentation: other,
  pdf: {
    problem: 'is a PDF.',
    remedy: 'This page reads templates only. Drop a .pptx or a .potx.',
  },
  too_large: {
    problem: 'is over 100 MB.',
    remedy: 'Delete its slides, keep the master, then drop that.',
  },
  too_much: {
    problem: 'holds too much to read here.',
    remedy: 'Delete its slides, keep the master, then drop that.',
  },
  damaged: {
    problem: 'is damaged.',
    remedy: 'Open it in PowerPoint, save it again, then drop that.',
  },
  no_master: {
    problem: 'has no slide master.',
    remedy: 'Open it in PowerPoint, save it again, then drop that.',
  },
};
