declare module 'virtual:sample-decks' {
  import type { ReadyLook } from './sample/looks.ts';

  /** The address of the built file of each ready look. */
  export const sampleDecks: Readonly<Record<ReadyLook, string>>;
}
