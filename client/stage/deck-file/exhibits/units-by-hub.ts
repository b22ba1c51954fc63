import { capacity, hubs } from '../../sample/figures.ts';
import { fileTexts } from '../../sample/file-texts.ts';
import { categoryChart } from '../charts/category-chart.ts';
import { bold, byRegion, chartPlace, dashed, type Exhibit, ink, lightEdge, line } from './style.ts';

export const unitsByHub: Exhibit = (canvas, slide) => {
  const frame = { x: 52, y: 262, width: 788, height: 392 };
  const plot = { x: 52, y: 270, width: 788, height: 324 };
  const sorted = hubs.toSorted((one, other) => other.units - one.units || byRegion(one, other));
  const closing = sorted.flatMap(({ closes }, at) => (closes ? [at] : []));
  const chart = categoryChart({
    frame,
    plot,
    heading: 'Hub',
    categories: sorted.map(({ name }) => name.replace(' ', '\n')),
    plots: [
      {
        kind: 'bar',
        gap: 47,
        series: [
          {
            name: 'Thousand units a day, FY25',
            cells: sorted.map(({ units }) => units / 1000),
            fill: 'ink',
            points: Object.fromEntries(
              closing.map((at) => [at, { fill: 'light', line: lightEdge }]),
            ),
            labels: { ...bold, position: 'outEnd' },
          },
        ],
      },
    ],
    categoryAxis: { line: ink, labels: 'nextTo' },
    valueAxis: { min: 0, max: 24, hidden: true },
  });
  canvas.chart('Chart', frame, fileTexts(slide).alt, chart, chartPlace);
  const y = plot.y + plot.height * (1 - capacity / 24000);
  canvas.line(plot.x, y, plot.x + plot.width, y, dashed);
  const words = line(slide.callout ?? '', bold, { align: 'r' });
  canvas.text('Callout', { x: plot.x, y: y - 31, width: plot.width, height: 28 }, words);
};
