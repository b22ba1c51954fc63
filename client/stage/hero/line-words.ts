import type { Failure } from '../own/own-template.ts';

/** The words of a failure: what is wrong, and what to do. On a phone "choose" takes the place of "drop". */
interface FailureWords {
  /** Takes the place of the file's name where the failure is not the file's. */
  subject?: string;
  /** Follows the name of the file. */
  problem: string;
  remedy: string;
}

const other = { problem: 'is not a PowerPoint file.', remedy: 'Drop a .pptx or a .potx.' };
const reader = { subject: 'The reader', problem: 'did not load.' };

const failures: Record<Failure, FailureWords> = {
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
  reader_missing: {
    ...reader,
    remedy: 'Your file is fine. Connect once, then drop it again.',
  },
  reader_gone: {
    ...reader,
    remedy: 'Your file is fine. Load this page again, then drop it.',
  },
  deck_lost: {
    subject: 'The deck',
    problem: 'was not made.',
    remedy: 'Drop your template again, then press again.',
  },
  deck_missing: {
    subject: 'The deck',
    problem: 'did not load.',
    remedy: 'Check your connection, then press again.',
  },
};

/** Returns the words of a failure. @param hasTemplate whether an earlier template stays. */
export function failureWords(reason: Failure, hasTemplate: boolean): FailureWords {
  const words = failures[reason];
  if (!hasTemplate || reason === 'deck_lost') return words;
  return { ...words, remedy: `${words.remedy} Your last template stays.` };
}

/** Returns a sentence for a phone, where files are chosen and not dropped. */
export const forPhone = (text: string): string =>
  text.replaceAll('Drop ', 'Choose ').replaceAll('drop ', 'choose ');
