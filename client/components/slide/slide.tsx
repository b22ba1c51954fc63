import type { ReactNode } from 'react';
import type { WaterfallStep } from './waterfall.ts';
import { WaterfallChart } from './waterfall-chart.tsx';

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

/**
 * A slide drawn from its content at any width, 16:9. Below 480 px of its own width it shows a
 * flatter chart and no side column. `selection` is laid over the title, for an editor.
 */
export function Slide({ content, selection }: { content: SlideContent; selection?: ReactNode }) {
  const { tracker, sticker, title, chart, soWhat, note, page } = content;
  return (
    <div className="slide">
      <div className="slide-sheet">
        <div className="slide-top">
          {tracker}
          <span className="slide-sticker">{sticker}</span>
        </div>
        <div className="slide-title">
          {title[0]}
          <br />
          <span className="pen">{title[1]}</span>
          {title[2]}
          {selection}
        </div>
        <div className="slide-body">
          <div className="slide-exhibit">
            <div className="slide-chart-title">
              <b>{chart.title},</b> {chart.unit}
            </div>
            <div className="slide-chart">
              <WaterfallChart chart={chart} cut="tall" />
              <WaterfallChart chart={chart} cut="flat" />
            </div>
          </div>
          <div className="slide-side">
            {soWhat.label}
            <p>{soWhat.text}</p>
            {soWhat.points.map((point) => (
              <div key={point}>{point}</div>
            ))}
          </div>
        </div>
        <div className="slide-foot">
          {note}
          <span>{page}</span>
        </div>
      </div>
    </div>
  );
}
