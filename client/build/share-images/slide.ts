import type { ReactNode } from 'react';
import { box, drawing, line } from './element.ts';
import { palette } from './palette.ts';
import { penStroke } from './strokes.ts';
import { waterfall } from './waterfall.ts';

const frame = { left: 585, top: 149, width: 568, height: 320 };
const left = 609;
const right = 1129;

const serif = {
  face: 'STIX',
  weight: 500,
  color: palette.slideInk,
  size: 23,
  tracking: -0.0104,
} as const;
const sans = { face: 'Instrument', weight: 400, color: palette.slideInk2 } as const;

const paper = box({
  ...frame,
  backgroundColor: palette.slide,
  border: `1px solid ${palette.rule}`,
  boxShadow: '0 12px 28px -10px rgba(22, 32, 43, .22)',
});

const sticker = box({
  left: 1061,
  top: 166,
  width: 68,
  height: 20,
  border: `1px solid ${palette.slideInk2}`,
});

/** The slide that the site draws everywhere: a note that it is illustrative always stands on it. */
export const slide = (): ReactNode[] => [
  paper,
  line('Network economics', { ...sans, x: left, baseline: 180, size: 11.7 }),
  sticker,
  line('Illustrative', { ...sans, x: 1095, align: 'center', baseline: 180, size: 11.7 }),
  drawing(penStroke, { left: 606, top: 220.5, width: 100.5, height: 22.5 }),
  line('Moving from nine hubs to five restores', { ...serif, x: left, baseline: 212 }),
  line('4.2 points of operating margin by FY28', { ...serif, x: left, baseline: 238 }),
  box({ left, top: 254, width: right - left, height: 1, backgroundColor: palette.slideInk }),
  line('Operating margin bridge,', {
    ...sans,
    x: left,
    baseline: 277,
    size: 13.2,
    weight: 600,
    color: palette.slideInk,
  }),
  line('% of revenue', { ...sans, x: 768.5, baseline: 277, size: 13.2 }),
  ...waterfall(),
  line('Note: figures are illustrative. Source: SOW.pdf, p. 3; team analysis', {
    ...sans,
    x: left,
    baseline: 451,
    size: 10.6,
  }),
  line('4', { ...sans, x: right, align: 'right', baseline: 451, size: 10.6 }),
];
