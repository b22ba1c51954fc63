import type { ComponentType } from 'react';
import { rewrites, slide, titles } from '../../product-preview/sample/engagement.ts';

/** What stands under the title of each slide: `miniatures/1.svg` and so on, 212 by 119 units. */
const drawings = import.meta.glob<ComponentType>('./miniatures/*.svg', {
  query: '?react',
  import: 'default',
  eager: true,
});

/** A title, where the slide is wide enough to read it; else the lines that it takes. */
function Title({ title, rewrite }: { title: string; rewrite?: number }) {
  const lines = title.split('|').map((text, row) => ({ text, y: 20.5 + row * 13 }));
  return (
    <g data-rewrite={rewrite}>
      {lines.map(({ text, y }) => (
        <text key={y} x="13" y={y}>
          {text}
        </text>
      ))}
      <path d={lines.map(({ text, y }) => `M13 ${y - 4}h${text.length * 5}`).join('')} />
    </g>
  );
}

/** A slide of the deck in small, by its number. */
export function Miniature({ number }: { number: number }) {
  const Drawing = drawings[`./miniatures/${number}.svg`];
  return (
    <div className="miniature">
      <svg viewBox="0 0 212 119" aria-hidden="true">
        <g className="miniature-title">
          {number === slide.number ? (
            rewrites.map(({ miniature }, index) => (
              <Title key={miniature} title={miniature} rewrite={index} />
            ))
          ) : (
            <Title title={titles[number - 1]?.miniature ?? ''} />
          )}
        </g>
        <path className="stroke-slide-light" d="M13 40.5h185M13 111.5h61M190 111.5h8" />
        {Drawing && <Drawing />}
      </svg>
    </div>
  );
}
