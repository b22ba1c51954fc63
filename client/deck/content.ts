/** The content of a deck, as plain data. The engine knows no engagement. The caller passes the content in. */

export interface Deck {
  /** The title of the document, for screen readers and lists of files. */
  title: string;
  description: string;
  /** Stands on every slide once, where the template has its footer. */
  disclaimer: string;
  slides: readonly DeckSlide[];
}

export interface DeckSlide {
  /** The wordings of the title as plain text, from the preferred to the shortest. The first that fits is used. */
  titles: readonly [string, ...string[]];
  /** Stands in a line of text above the title, if the layout has a placeholder for it. */
  tracker?: string;
  /** The name and the unit of the exhibit. */
  heading?: { title: string; unit: string };
  exhibit: Exhibit;
  /** The exhibit in words, for screen readers. */
  alt: string;
  /** The column beside the exhibit, or the text under the exhibit where the area is narrow. */
  soWhat?: { label: string; text: string; points: readonly string[] };
  /** A line under the exhibit. */
  decision?: { label: string; text: string };
  /** Paragraphs of the speaker notes. */
  notes: readonly string[];
}

export type Exhibit =
  | LinesExhibit
  | ColumnsExhibit
  | BarsExhibit
  | BridgeExhibit
  | CoverageExhibit
  | PaybackExhibit
  | ClosuresExhibit
  | OptionsExhibit;

/** Two lines that part: the upper carries the message. */
export interface LinesExhibit {
  kind: 'lines';
  /** The head of the first column of the workbook. */
  unit: string;
  categories: readonly string[];
  upper: { name: string; values: readonly number[] };
  lower: { name: string; values: readonly number[] };
  /** Names the gap at the end. */
  callout: string;
}

/** Columns under a line that all of them could reach. */
export interface ColumnsExhibit {
  kind: 'columns';
  name: string;
  columns: readonly { name: string; value: number; isPale: boolean }[];
  limit: { value: number; text: string };
}

/** Horizontal bars. The first bars, with `isKey`, make the sum of the callout. */
export interface BarsExhibit {
  kind: 'bars';
  name: string;
  bars: readonly { name: string; value: number; isKey: boolean }[];
  callout: string;
}

/** A waterfall from one total to another. */
export interface BridgeExhibit {
  kind: 'bridge';
  unit: string;
  steps: readonly { name: string; value: number; kind: 'total' | 'key' | 'rise' | 'fall' }[];
  /** Names for narrow columns, in the same order. */
  short?: readonly string[];
  callout: string;
}

/** A table of regions with their hubs as dots, and a chart of the cover above a floor. */
export interface CoverageExhibit {
  kind: 'coverage';
  heads: readonly [region: string, hubs: string, stay: string, cover: string];
  rows: readonly { name: string; before: number; after: number; stays: string; cover: number }[];
  total: { name: string; stays: string };
  floor: { value: number; text: string };
  ends: readonly [floor: string, cover: string];
}

/** Cumulative cash by year end, with the month at which the line passes zero. */
export interface PaybackExhibit {
  kind: 'payback';
  name: string;
  years: readonly { name: string; month: number; value: number }[];
  breakEven: { month: number; text: string };
}

/** A plan: closures as bars over half-years, and what each half-year moves. */
export interface ClosuresExhibit {
  kind: 'closures';
  periods: readonly string[];
  head: string;
  /** `from` and `to` count periods from the start of the first. */
  rows: readonly { name: string; from: number; to: number; isKey: boolean }[];
  /** By period: the figures beside the rows that begin in it. */
  moves: readonly { units: string; share: string }[];
  limit: { label: string; value: string };
}

/** Cards to choose between. The last is recommended. */
export interface OptionsExhibit {
  kind: 'options';
  cards: readonly {
    key: string;
    name: string;
    detail: string;
    figure: string;
    rows: readonly (readonly [label: string, value: string])[];
  }[];
  figureLabel: string;
  recommended: string;
}
