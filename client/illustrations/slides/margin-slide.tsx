import type { ReactNode } from 'react';
import { rewrites, slide } from '../../product-preview/sample/engagement.ts';
import { MarkedText } from '../../ui/marked-text.tsx';
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
      title={title ?? <MarkedText isDrawn>{rewrites[0].title}</MarkedText>}
    >
      <div className="flex min-h-0 grow gap-[3.9cqw] pt-[1.45cqw] pb-[1cqw] tall:flex-col tall:gap-[1.2cqw] small:pb-[2.5cqw]">
        <div className="slide-exhibit framed flex min-h-0 w-[61.6cqw] shrink-0 flex-col tall:w-auto tall:shrink tall:grow">
          <p className="small:hidden">
            <b className="text-slide-ink">{`${chart.title},`}</b> {chart.unit}
          </p>
          <WaterfallChart />
        </div>
        <div className="slide-side framed grow border-slide-rule border-l pl-[2.1cqw] tall:grid tall:grow-0 tall:grid-cols-[9cqw_30cqw_1fr] tall:border-slide-ink tall:border-t tall:border-l-0 tall:py-[1.2cqw] tall:pl-0 small:hidden">
          {soWhat.label}
          <p className="mt-[.1em] -mr-[.3em] mb-[.7em] font-medium font-serif text-[2.34cqw] text-slide-ink leading-[1.24] tall:m-0">
            {soWhat.text}
          </p>
          <ul className="text-slide-ink leading-[1.3] tall:pl-[4cqw] tall:leading-[1.4]">
            {soWhat.points.map((point) => (
              <li
                className="slide-point border-slide-rule border-t py-[.4em] tall:border-0 tall:pt-0 tall:pb-[.2em]"
                key={point}
              >
                {point}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Slide>
  );
}
