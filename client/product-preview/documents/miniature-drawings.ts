import {
  breakEvenLoad,
  growth,
  hubs,
  margin,
  payback,
  regions,
  waves,
} from '../sample/engagement.ts';
import { waterfall } from './waterfall.ts';

/** A fill or a line, as miniature.tsx draws it. */
export type Look =
  | 'ink'
  | 'mid'
  | 'light'
  | 'key'
  | 'area'
  | 'outline'
  | 'dashed'
  | 'thin'
  | 'grey'
  | 'bold'
  | 'words'
  | 'dots';

/** What is drawn under a title. */
interface Drawing {
  paths: readonly (readonly [look: Look, path: string])[];
  labels?: readonly { text: string; x: number; y: number }[];
}

/** A drawing has 212 by 119 units; its ground line is at 100. */
const ground = 100;
const box = (x: number, y: number, width: number, height: number) =>
  `M${x} ${y}h${width}v${height}h${-width}z`;
const rounded = (length: number) => Math.round(length * 10) / 10;
const join = <Item>(items: readonly Item[], path: (item: Item, index: number) => string) =>
  items.map(path).join('');

/** Cost and volume by half-year, from one point. */
const trend = (indices: readonly number[]) =>
  join(indices, (value, half) => `${half ? 'L' : 'M'}${21 + half * 27.5} ${rounded(186 - value)}`);

const column = (loads: readonly number[], first: number) =>
  join(loads, (load, index) => {
    const height = rounded(load * 0.534);
    return box(23 + (first + index) * 19, ground - height, 12, height);
  });
const [full, underFilled] = [false, true].map((closes) =>
  hubs
    .filter((hub) => hub.closes === closes)
    .map(({ load }) => load)
    .sort((a, b) => b - a),
);

const gaps = (closes: boolean) =>
  join(hubs, (hub, row) =>
    hub.closes === closes ? box(45, rounded(46.4 + row * 6.5), rounded(hub.gap * 5.1), 4.4) : '',
  );

const bars = (kind: string) =>
  join(waterfall(margin), (bar, index) =>
    bar.kind === kind
      ? box(
          22 + index * 18.5,
          rounded(ground - bar.top * 4),
          13.5,
          rounded((bar.top - bar.bottom) * 4),
        )
      : '',
  );

const quarter = 33;
const timeline = 58;
const wave = (of: (typeof waves)[number], row: number) =>
  box(
    rounded(timeline + of.from * quarter),
    51 + row * 13.7,
    rounded((of.to - of.from) * quarter),
    7,
  );

const year = 43.3;
const crossing = rounded(19 + payback * year);
const rise = `C${crossing + 19} 65 ${crossing + 59} 52 190 47`;

const option = 60.5;
const options = [0, 1, 2].map((index) => 19.5 + index * option);

/** The drawings of the eight slides, in order. */
export const drawings: readonly Drawing[] = [
  {
    paths: [
      ['grey', `${trend(growth.volume)}M19 100h115.5`],
      ['bold', `${trend(growth.cost)}M148 52h40`],
      ['words', 'M148 59.5h47M148 65h40M148 75h45M148 81h34'],
    ],
  },
  {
    paths: [
      ['ink', column(full ?? [], 0)],
      ['light', column(underFilled ?? [], 5)],
      ['grey', 'M19 100h174'],
      ['dashed', `M19 ${rounded(ground - breakEvenLoad * 0.534)}h174`],
    ],
  },
  {
    paths: [
      ['key', gaps(true)],
      ['light', gaps(false)],
      ['thin', 'M45 44v61'],
      [
        'bold',
        join(hubs, (_, row) => `M18.5 ${rounded(48.6 + row * 6.5)}h${[19, 16, 14][row % 3]}`),
      ],
    ],
  },
  {
    paths: [
      ['ink', bars('total')],
      ['key', bars('key')],
      ['mid', bars('rise')],
      ['outline', bars('fall')],
      ['words', 'M152 72h42M152 78h36M152 84.5h39'],
      ['bold', 'M152 54h39M152 61h34'],
      ['grey', 'M19 100h115M145 51v49'],
    ],
  },
  {
    paths: [
      ['thin', 'M19 65.5h174M19 84h174M19 102.5h174'],
      ['dots', 'M182 56v37'],
    ],
    labels: regions.flatMap(({ name, now, kept }, row) => [
      { text: name, x: 19, y: 60 + row * 18 },
      { text: `${now} hubs to ${kept}`, x: 82, y: 60 + row * 18 },
    ]),
  },
  {
    paths: [
      ['area', `M${crossing} 77${rise}v30z`],
      [
        'thin',
        `M18.5 45v58M18.5 77h174.5${join([1, 2, 3], (n) => `M${rounded(19 + n * year)} 74.5v5`)}`,
      ],
      ['bold', `M21 77C36 80 48 94 64 94S${crossing - 9} 84 ${crossing} 77${rise}`],
      ['ink', `M${crossing - 3.4} 77a3.4 3.4 0 1 1 6.8 0 3.4 3.4 0 1 1-6.8 0z`],
    ],
  },
  {
    paths: [
      ['thin', join([0, 1, 2, 3, 4], (n) => `M${timeline + n * quarter} 45v56`)],
      ['key', join(waves.slice(0, 2), wave)],
      ['mid', join(waves.slice(2), (of, row) => wave(of, row + 2))],
    ],
    labels: waves.map(({ name }, row) => ({ text: name, x: 13, y: 58 + row * 13.8 })),
  },
  {
    paths: [
      [
        'grey',
        join(options, (x) => `M${x + 6.5} 68.5h40m-40 6h33m-33 6.5h36`) +
          join(options.slice(0, 2), (x) => box(x, 49.7, 52, 50)),
      ],
      ['key', 'M145.5 89.5l40-1.5.5 6.5-40 1.5z'],
      ['bold', `${join(options, (x) => `M${x + 6.5} 58.5h29`)}${box(140.5, 49.7, 52, 50)}`],
    ],
  },
];
