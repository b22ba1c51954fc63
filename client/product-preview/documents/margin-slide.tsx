import type { ReactNode } from 'react';
import { rewrites, slide } from '../sample/engagement.ts';
import { PennedText } from './penned-text.tsx';
import { Slide } from './slide.tsx';
import { WaterfallChart } from './waterfall-chart.tsx';

const { tracker, chart, soWhat, note, number } = slide;

interface MarginSlideProps {
  className: string;
  /** The title, where it is not the first one. */
  title?: ReactNode;
}

/** Slide 4. Wide, it has a side column; tall, a row for it; small, the chart alone. */
export function MarginSlide({ className, title }: MarginSlideProps) {
  return (
    <Slide
      {...{ tracker, note, number, className }}
      title={title ?? <PennedText>{rewrites[0].title}</PennedText>}
    >
      <div className="slide-body">
        <div className="slide-exhibit">
          <div className="slide-chart-title">
            <b className="text-slide-ink">{chart.title},</b> {chart.unit}
          </div>
          <WaterfallChart />
        </div>
        <div className="slide-side">
          <span className="so-what">{soWhat.label}</span>
          <p className="so-what">{soWhat.text}</p>
          <ul className="so-what">
            {soWhat.points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </div>
      </div>
    </Slide>
  );
}
