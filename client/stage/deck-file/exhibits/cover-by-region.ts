import { cover } from '../../sample/figures.ts';
import { fileTexts } from '../../sample/file-texts.ts';
import { stemChart } from '../charts/stem-chart.ts';
import type { Stroke } from '../drawing.ts';
import type { TableCell } from '../table.ts';
import {
  bold,
  dashed,
  type Exhibit,
  hairline,
  ink,
  line,
  plain,
  quiet,
  tablePlace,
} from './style.ts';

/** Returns the x position of a next-day cover on the slide: 47 pixels to a percent. */
const coverX = (share: number) => 561 + (share - cover.floor) * 47;

export const coverByRegion: Exhibit = (canvas, slide) => {
  const { regions, floor } = cover;
  const head = (text: string): TableCell => ({ text: line(text, quiet), bottom: ink });
  const under = (cell: TableCell): TableCell => ({ ...cell, bottom: hairline });
  const total = (count: 'before' | 'after') =>
    regions.reduce((sum, region) => sum + region[count], 0);
  canvas.table(
    'Table',
    { x: 52, y: 262 },
    {
      columns: [101, 180, 181, 326],
      header: true,
      rows: [
        {
          height: 39,
          cells: [
            head('Region'),
            head('Hubs'),
            head('Those that stay'),
            head('Next-day cover at five hubs'),
          ],
        },
        ...regions.map(({ name, before, after, stays, cover: share }) => ({
          height: 98,
          cells: [
            under({ text: line(name, { ...bold, size: 23 }) }),
            under({ text: line(`${before} to ${after}`, bold), indent: 95 }),
            under({ text: line(stays, plain) }),
            // Right of the dot, which the chart draws.
            under({ text: line(`${share}%`, bold), indent: coverX(share) + 21 - 514 }),
          ],
        })),
        {
          height: 57,
          cells: [
            { text: line('All', { ...bold, size: 23 }) },
            { text: line(`${total('before')} to ${total('after')}`, bold) },
            { text: line('Five hubs', plain) },
            { text: line(slide.callout ?? '', quiet), indent: 20 },
          ],
        },
      ],
    },
    'Hubs by region, before and after, and those that stay.',
    tablePlace,
  );
  const radius = 10.5;
  for (const [row, { before, after }] of regions.entries()) {
    for (let hub = 0; hub < before; hub += 1) {
      const [x, y] = [163 + hub * 29 - radius, 350 + row * 98 - radius];
      const stays = hub < after;
      const line: Stroke = stays ? ink : { color: 'mid', dashed: true };
      const look = stays ? ({ fill: 'ink', line } as const) : { line };
      canvas.shape({ name: 'Hub', x, y, width: 21, height: 21, geometry: 'ellipse', ...look });
    }
  }
  const frame = { x: 530, y: 295, width: 310, height: 306 };
  const chart = stemChart({
    frame,
    plot: { x: 561, y: 301, width: 235, height: 294 },
    stems: regions.map(({ name, cover: share }, at) => {
      return { name, row: regions.length - at - 0.5, from: floor, to: share };
    }),
    ends: ['Floor, %', 'Next-day cover, %'],
    dots: { size: 22, fill: 'key', line: ink },
    stem: { color: 'ink', width: 2 },
    xAxis: { min: floor, max: 100, labels: 'none' },
    yAxis: { min: 0, max: regions.length, line: dashed, labels: 'none' },
  });
  canvas.chart('Chart', frame, fileTexts(slide).alt, chart);
};
