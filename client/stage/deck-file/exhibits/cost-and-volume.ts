import { index } from '../../sample/figures.ts';
import { fileTexts } from '../../sample/file-texts.ts';
import { categoryChart } from '../charts/category-chart.ts';
import type { ColorName } from '../theme.ts';
import { bold, chartPlace, dashed, type Exhibit, hidden, line, pill, quiet } from './style.ts';

export const costAndVolume: Exhibit = (canvas, slide) => {
  const frame = { x: 30, y: 262, width: 660, height: 390 };
  const plot = { x: 83, y: 285, width: 537, height: 296 };
  const gap = index.cost.map((cost, at) => cost - (index.volume[at] ?? 0));
  const dots = (color: ColorName) => ({ size: 13, fill: color, line: { color } });
  const end = { position: 'r', size: 27 } as const;
  const chart = categoryChart({
    frame,
    plot,
    heading: 'FY23 = 100',
    categories: index.years,
    plots: [
      {
        kind: 'area',
        stacked: true,
        series: [
          {
            name: 'Under the gap',
            cells: index.volume.map((value, at) => ({ formula: `E${at + 2}`, value })),
            ...hidden,
          },
          {
            name: 'Gap',
            cells: gap.map((value, at) => ({ formula: `D${at + 2}-E${at + 2}`, value })),
            fill: 'light',
            opacity: 40,
          },
        ],
      },
      {
        kind: 'line',
        series: [
          {
            name: 'Network cost',
            cells: index.cost,
            line: { color: 'ink', width: 2.5 },
            dots: dots('ink'),
            labels: { ...bold, position: 't', points: { 0: null, 2: end } },
          },
          {
            name: 'Volume',
            cells: index.volume,
            line: { color: 'mid', width: 2 },
            dots: dots('mid'),
            labels: { ...bold, position: 'b', points: { 0: null, 2: end } },
          },
        ],
      },
    ],
    categoryAxis: { line: { color: 'mid' }, labels: 'nextTo' },
    valueAxis: { min: 100, max: 121, hidden: true },
    onEdge: true,
  });
  canvas.chart('Chart', frame, fileTexts(slide).alt, chart, chartPlace);
  canvas.line(620, 320, 620, 489, dashed);
  pill(canvas, slide.callout ?? '', 486, 388, 120);
  const name = (text: string, y: number) =>
    canvas.text('Label', { x: 634, y, width: 190, height: 28 }, line(text, quiet));
  name('Network cost', 330);
  name('Volume', 514);
};
