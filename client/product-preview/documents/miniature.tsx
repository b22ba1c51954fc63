import { rewrites, slide, titles } from '../sample/engagement.ts';
import { drawings, type Look } from './miniature-drawings.ts';

const looks: Record<Look, string> = {
  ink: 'fill-slide-ink',
  mid: 'fill-slide-mid',
  light: 'fill-slide-light',
  key: 'fill-marker stroke-slide-ink stroke-[.9]',
  area: 'fill-marker',
  outline: 'stroke-slide-ink stroke-[.9]',
  dashed: 'stroke-slide-ink stroke-[.9] [stroke-dasharray:2_2]',
  thin: 'stroke-slide-light',
  grey: 'stroke-slide-mid stroke-[1.3]',
  bold: 'stroke-slide-ink stroke-2',
  words: 'stroke-slide-ink-2 stroke-2',
  // The round caps of dashes without length.
  dots: 'stroke-slide-ink stroke-10 [stroke-dasharray:0_18] [stroke-linecap:round]',
};

function TitleLines({ title, rewrite }: { title: string; rewrite?: number }) {
  return title.split('|').map((line, row) => (
    <text key={line} data-rewrite={rewrite} x="13" y={20.5 + row * 13}>
      {line}
    </text>
  ));
}

/** A slide of the deck in small, by its number. */
export function Miniature({ number }: { number: number }) {
  const { paths, labels = [] } = drawings[number - 1] ?? { paths: [] };
  return (
    <svg
      className="miniature block w-full bg-slide fill-none forced-color-adjust-none"
      viewBox="0 0 212 119"
      aria-hidden="true"
    >
      <g className="fill-slide-ink font-medium font-serif text-[11.8px]">
        {number === slide.number ? (
          rewrites.map(({ miniature }, index) => (
            <TitleLines key={miniature} title={miniature} rewrite={index} />
          ))
        ) : (
          <TitleLines title={titles[number - 1]?.miniature ?? ''} />
        )}
      </g>
      <path className={looks.thin} d="M13 40.5h185M13 111.5h61M190 111.5h8" />
      {paths.map(([look, path]) => (
        <path key={look} className={looks[look]} d={path} />
      ))}
      <g className="fill-slide-ink font-medium text-[11px]">
        {labels.map(({ text, x, y }) => (
          <text key={`${x} ${y}`} x={x} y={y}>
            {text}
          </text>
        ))}
      </g>
    </svg>
  );
}
