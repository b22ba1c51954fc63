import type { ReactNode } from 'react';
import type { SlideContent } from './content.ts';
import { WaterfallChart } from './waterfall-chart.tsx';

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
