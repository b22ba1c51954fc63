import type { Exhibit as DeckExhibit } from '../deck/content.ts';

/** Labels that a small slide shows in place of the exhibit's labels, in the same order. */
export interface ShortLabels {
  short?: readonly string[];
}

/** The exhibit of a slide: the data from which the page and the file draw the same chart. */
export type Exhibit = DeckExhibit & ShortLabels;

/** The content of a slide. */
export interface SlideContent {
  number: number;
  /** Stands over the title. */
  tracker: string;
  /** Marked text (ui/notation.ts) of two lines. */
  title: string;
  /** Name and unit of the exhibit. */
  heading?: { title: string; unit: string };
  exhibit: Exhibit;
  soWhat: { label: string; text: string; points: readonly string[] };
  /** The note at the foot. A small slide leaves out what follows the `|`. */
  note: string;
}
