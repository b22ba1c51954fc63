import type { ReactNode } from 'react';
import { drawing, type Lettering, line } from './element.ts';
import { palette } from './palette.ts';

/** The invented operating margin bridge of the drawn slide, in points of margin. */
const steps = [
  { label: 'FY25', from: 0, to: 6.1, kind: 'total' },
  { label: 'Hub cost', from: 6.1, to: 8.7, kind: 'key' },
  { label: 'Linehaul', from: 8.7, to: 7.8, kind: 'fall' },
  { label: 'Labour', from: 7.8, to: 9.2, kind: 'rise' },
  { label: 'Inventory', from: 9.2, to: 10.3, kind: 'rise' },
  { label: 'FY28', from: 0, to: 10.3, kind: 'total' },
] as const;

type Step = (typeof steps)[number];

/** Pixels of the picture; the slide's upper left corner is at 585, 149. */
const chart = { left: 613.5, right: 1125, ground: 404.5, first: 624, pitch: 86.75, bar: 57.3 };
const pointsToPixels = 6.77;

const y = (value: number): number => chart.ground - value * pointsToPixels;
const x = (index: number): number => chart.first + index * chart.pitch;
const middle = (index: number): number => x(index) + chart.bar / 2;

const looks: Record<Step['kind'], string> = {
  total: `fill="${palette.slideInk}"`,
  key: `fill="${palette.marker}" stroke="${palette.slideInk}" stroke-width="1.3"`,
  rise: `fill="${palette.slideMid}"`,
  fall: `fill="${palette.slide}" stroke="${palette.slideInk}" stroke-width="1.2" stroke-dasharray="3 2.4"`,
};

const bar = (step: Step, index: number): string => {
  const top = y(Math.max(step.from, step.to));
  const height = Math.abs(step.to - step.from) * pointsToPixels;
  return `<rect x="${x(index)}" y="${top}" width="${chart.bar}" height="${height}" ${looks[step.kind]}/>`;
};

const bridge = (step: Step, index: number): string =>
  index === steps.length - 1
    ? ''
    : `<path d="M${x(index) + chart.bar} ${y(step.to)}H${x(index + 1)}" stroke="${palette.slideMid}" stroke-width=".9"/>`;

const bracketTop = 303.5;
const last = steps.length - 1;

const bracket = `<path d="M${middle(0)} 337.5V${bracketTop}H${middle(last)}V308" fill="none" stroke="${palette.slideInk}" stroke-width="1"/>
<path d="M${middle(last) - 3.8} 305.5h7.6l-3.8 6.8z" fill="${palette.slideInk}"/>
<rect x="824.5" y="291" width="90" height="26.5" rx="13.25" fill="${palette.slide}" stroke="${palette.slideInk}" stroke-width="1.2"/>`;

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="600 285 540 125" width="540" height="125">
${steps.map(bridge).join('')}${steps.map(bar).join('')}
<path d="M${chart.left} ${chart.ground}H${chart.right}" stroke="${palette.slideInk}" stroke-width="1.2"/>
${bracket}</svg>`;

const sans = { face: 'Instrument', align: 'center' } as const;

const amount = (step: Step, index: number): ReactNode => {
  const change = step.to - step.from;
  const isTotal = step.kind === 'total';
  const above = y(Math.max(step.from, step.to)) - (isTotal ? 7.2 : 6.6);
  const at: Lettering = {
    ...sans,
    x: middle(index),
    baseline: step.kind === 'fall' ? y(step.to) + 16.4 : above,
    size: isTotal ? 15 : 13.4,
    weight: isTotal ? 700 : 600,
    color: palette.slideInk,
  };
  const sign = isTotal ? '' : change > 0 ? '+' : '−';
  return line(`${sign}${Math.abs(change).toFixed(1)}`, at);
};

const label = (step: Step, index: number): ReactNode =>
  line(step.label, {
    ...sans,
    x: middle(index),
    baseline: 422,
    size: 13.4,
    weight: 400,
    color: palette.slideInk2,
  });

/** The bars, their bracket and their lettering. */
export const waterfall = (): ReactNode[] => [
  drawing(svg, { left: 600, top: 285, width: 540, height: 125 }),
  ...steps.map(amount),
  ...steps.map(label),
  line('+4.2 points', {
    ...sans,
    x: 869.5,
    baseline: 309,
    size: 13.4,
    weight: 600,
    color: palette.slideInk,
  }),
];
