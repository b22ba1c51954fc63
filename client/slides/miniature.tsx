import type { ComponentType } from 'react';
import type { SampleSlide } from '../stage/sample/slides.ts';
import { Wordings } from './wordings.tsx';

/** The drawing under the title of each slide: `miniatures/1.svg` and so on, 212 by 119 units. */
const drawings = import.meta.glob<ComponentType>('./miniatures/*.svg', {
  query: '?react',
  import: 'default',
  eager: true,
});

/** Draws a title as text where the slide is wide enough to read it, and as lines elsewhere. */
function Title({ title }: { title: string }) {
  const lines = title.split('|').map((text, row) => ({ text, y: 20.5 + row * 13 }));
  return (
    <>
      {lines.map(({ text, y }) => (
        <text key={y} x="13" y={y}>
          {text}
        </text>
      ))}
      <path d={lines.map(({ text, y }) => `M13 ${y - 4}h${text.length * 5}`).join('')} />
    </>
  );
}

interface MiniatureProps {
  slide: SampleSlide;
  /** Whether the title follows the wording that the visitor chose in the product window. */
  isLive?: boolean;
}

/** Draws a slide of the deck in small. */
export function Miniature({ slide, isLive }: MiniatureProps) {
  const Drawing = drawings[`./miniatures/${slide.number}.svg`];
  return (
    <span className="miniature">
      <svg viewBox="0 0 212 119" aria-hidden="true">
        <g className="miniature-title">
          {isLive ? (
            <Wordings slide={slide} pick={({ miniature }) => miniature} as="g">
              {({ miniature }) => <Title title={miniature} />}
            </Wordings>
          ) : (
            <Title title={slide.wordings[0].miniature} />
          )}
        </g>
        <path className="stroke-deck-light" d="M13 40.5h185M13 111.5h61M190 111.5h8" />
        {Drawing && <Drawing />}
      </svg>
    </span>
  );
}
