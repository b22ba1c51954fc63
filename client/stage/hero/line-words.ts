import type { Failure } from '../own/own-template.ts';

/** The words of a failure: what is wrong, and what to do. On a phone "choose" takes the place of "drop". */
interface FailureWords {
  /** Follows the name of the file. */
  problem: string;
  remedy: string;
}

const other = { problem: 'is not a PowerPoint file.', remedy: 'Drop a .pptx or a .potx.' };

const failures: Record<Exclude<Failure, 'reader_missing'>, FailureWords> = {
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

/** Returns the words of a failure. @param hasTemplate whether an earlier template stays. */
export function failureWords(reason: Failure, name: string, hasTemplate: boolean) {
  const stays = hasTemplate ? ' Your last template stays.' : '';
  if (reason === 'reader_missing')
    return {
      subject: 'The reader',
      problem: 'did not load.',
      remedy: `Your file is fine. Connect once, then drop it again.${stays}`,
    };
  const { problem, remedy } = failures[reason];
  return { subject: name, problem, remedy: remedy + stays };
}

/** Returns a sentence for a phone, where files are chosen and not dropped. */
export const forPhone = (text: string): string =>
  text.replaceAll('Drop ', 'Choose ').replaceAll('drop ', 'choose ');
