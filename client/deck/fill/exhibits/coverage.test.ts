import { describe, expect, it } from 'vitest';
import type { CoverageExhibit } from '../../content.ts';
import { sheetOf } from '../../sheet.ts';
import { openParts } from '../../testing/open-parts.ts';
import { Canvas } from '../canvas.ts';
import { drawCoverage } from './coverage.ts';

const { pen } = sheetOf((await openParts({})).design, 'Illustrative.');

/** Draws the table in so many sizes of the text, and returns the height of its head and where the chart begins, in points. */
function drawn(width: number): { head: number; chart: number } {
  const exhibit: CoverageExhibit = {
    kind: 'coverage',
    heads: ['Region', 'Hubs', 'Those that stay', 'Next-day cover at five hubs'],
    rows: [{ name: 'North', before: 3, after: 1, stays: 'North 3', cover: 96 }],
    total: { name: 'All', stays: 'Five hubs' },
    floor: { value: 95, text: 'Floor 95%' },
    ends: ['Floor', 'Cover'],
  };
  const canvas = new Canvas();
  const box = { x: 0, y: 0, width: width * pen.size, height: 20 * pen.size };
  drawCoverage(canvas, box, exhibit, '', pen);
  const [head = 0] = [...canvas.xml.matchAll(/<a:tr h="(\d+)"/g)].map(([, height]) =>
    Number(height),
  );
  const chart = /name="Chart".*?<a:off x="\d+" y="(\d+)"/.exec(canvas.xml)?.[1];
  return { head: head / 12_700, chart: Number(chart) / 12_700 };
}

describe('drawCoverage', () => {
  it('the head of the table is as high as its wrapped texts, and the chart begins under it', () => {
    const [wide, narrow] = [drawn(50), drawn(26)];
    expect(narrow.head - wide.head).toBeGreaterThan(pen.size * 1.2);
    expect(narrow.chart - wide.chart).toBeCloseTo(narrow.head - wide.head, 1);
  });
});
