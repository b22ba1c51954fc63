import type { WaterfallStep } from './waterfall.ts';

/** What a slide says; the drawing follows from it. */
export interface SlideContent {
  tracker: string;
  sticker: string;
  /** The action title before, inside and after the pen; `|` breaks the line. */
  title: readonly [before: string, marked: string, after: string];
  chart: {
    title: string;
    unit: string;
    bracket: string;
    /** `label` is set on two lines at `|`; `short` is what the flat chart prints. */
    steps: readonly (WaterfallStep & { label: string; short: string })[];
  };
  soWhat: { label: string; text: string; points: readonly string[] };
  note: string;
  page: number;
}
