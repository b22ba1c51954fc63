import { template } from '../sample/engagement.ts';

const looks = {
  title: 'stroke-slide-ink stroke-4',
  ground: 'fill-slide-ink',
  inverse: 'stroke-slide stroke-4',
  line: 'stroke-slide-ink stroke-3',
  block: 'fill-slide-ink-2',
  area: 'fill-slide-rule',
  grid: 'stroke-slide-light',
};

/** The template's six layouts, 96 by 54 units. */
const drawings: readonly (readonly [look: keyof typeof looks, path: string])[][] = [
  [
    ['title', 'M9 23h51'],
    ['line', 'M9 31.5h33'],
    ['block', 'M0 45h96v9H0z'],
  ],
  [
    ['title', 'M42 26.5h39'],
    ['block', 'M0 0h33v54H0z'],
  ],
  [
    ['title', 'M8 9h60'],
    ['area', 'M8 17.5h51V47H8zM65 17.5h24V47H65z'],
  ],
  [
    ['title', 'M8 9h54'],
    ['area', 'M8 17.5h38V47H8zM51 17.5h38V47H51z'],
  ],
  [
    ['title', 'M8 9h45'],
    ['grid', 'M8 19.5h81M8 28h81M8 37h81M8 46h81M35 19.5V46M62 19.5V46'],
  ],
  [
    ['ground', 'M0 0h96v54H0z'],
    ['inverse', 'M9 26.5h45'],
  ],
];

/** All layouts, with their names where there is room to read them. */
export function TemplateLayouts({ named = false }: { named?: boolean }) {
  return template.layouts.map((name, index) => (
    <div key={name}>
      <svg
        className="block w-full border border-slide-light bg-slide fill-none forced-color-adjust-none"
        viewBox="0 0 96 54"
        aria-hidden="true"
      >
        {drawings[index]?.map(([look, path]) => (
          <path key={look} className={looks[look]} d={path} />
        ))}
      </svg>
      {named && name}
    </div>
  ));
}
