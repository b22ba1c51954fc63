import type { Exhibit } from '../../content.ts';
import type { Box } from '../../description.ts';
import type { Canvas } from '../canvas.ts';

import { drawBars } from './bars.ts';
import { drawBridge } from './bridge.ts';
import { drawClosures } from './closures.ts';
import { drawColumns } from './columns.ts';
import { drawCoverage } from './coverage.ts';
import { drawLines } from './lines.ts';
import { drawOptions } from './options.ts';
import { drawPayback } from './payback.ts';
import type { Draw, Pen } from './style.ts';

const drawings: { [Kind in Exhibit['kind']]: Draw<Kind> } = {
  lines: drawLines,
  columns: drawColumns,
  bars: drawBars,
  bridge: drawBridge,
  coverage: drawCoverage,
  payback: drawPayback,
  closures: drawClosures,
  options: drawOptions,
};

/** Draws an exhibit inside a box. @param alt the exhibit in words. */
export function drawExhibit(
  canvas: Canvas,
  box: Box,
  exhibit: Exhibit,
  alt: string,
  pen: Pen,
): void {
  const draw = drawings[exhibit.kind] as Draw<Exhibit['kind']>;
  draw(canvas, box, exhibit, alt, pen);
}
