import { lines } from '../theatre-review.ts';
import Drawing from './source-to-slide.svg?react';

/** The marked passage, without its full stop. */
const passage = lines.baseline.text.slice(0, -1);

/** Draws how a marked passage of the statement of work leads to the source line of a slide; 600 × 284 units. */
export function SourceToSlide() {
  return (
    <div className="@container max-w-[600px]" translate="no" aria-hidden="true">
      <div className="relative text-[max(11px,2.33cqi)] on-paper:text-[2.33cqi] text-ink-2 leading-tight">
        <Drawing />
        <span className="absolute top-[8%] left-[3.7%]">SOW.pdf, p. 2</span>
        <span className="absolute top-[48%] left-[3.7%] w-[31%] [translate:0_-50%] bg-marker px-[.7%] tracking-[-.01em] py-[.8%] font-medium text-on-marker forced-color-adjust-none">
          {passage}
        </span>
        <span className="absolute top-[46.6%] left-[34.2%] w-[1.25%] aspect-square rounded-full bg-ink forced-color-adjust-none" />
        <span className="absolute bottom-[63.5%] left-[51.7%] w-[46.5%] font-medium font-serif text-ink tracking-[-.01em] [font-size:max(11px,2.67cqi)] on-paper:[font-size:2.67cqi] max-[24rem]:hidden">
          Four changes win back <br className="max-xl:hidden" />
          1.6 hours a day
          <span className="relative -top-[.3em] text-[11px] leading-none">1</span>
        </span>
        <span className="absolute top-[67.5%] left-[51.7%]">1 Source: SOW.pdf, p. 2</span>
      </div>
    </div>
  );
}
