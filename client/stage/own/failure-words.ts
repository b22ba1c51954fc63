/** The words of a failure: what is wrong, and what to do. On a phone "choose" takes the place of "drop". */
export interface FailureWords {
  /** Takes the place of the file's name where the failure is not the file's. */
  subject?: string;
  /** Follows the name of the file. */
  problem: string;
  remedy: string;
}

/** Returns the words of code that did not load. A browser with a network lacks the code because the server has a newer page. */
export const wordsOfMissing = (): FailureWords => ({
  subject: 'The reader',
  problem: 'did not load.',
  remedy: `Your file is fine. ${navigator.onLine ? 'Load this page again, then drop it.' : 'Connect once, then drop it again.'}`,
});

/** The words of a deck that was not saved: its code or its file did not load, or the worker has lost the template. */
export const deckWords: FailureWords = {
  subject: 'The deck',
  problem: 'was not made.',
  remedy: 'Check your connection, load this page again, then press again.',
};

/** Returns the sentences about a failure. @param name the name of the file */
export const sentencesOf = ({ words, name }: { words: FailureWords; name: string }): string =>
  `${words.subject ?? name} ${words.problem} ${words.remedy}`;

/** Returns a sentence for a phone, where files are chosen and not dropped. */
export const forPhone = (text: string): string =>
  text.replaceAll('Drop ', 'Choose ').replaceAll('drop ', 'choose ');
