import { categoryChart } from '../charts/category-chart.ts';
import { type Draw, keyLabel, stylesOf } from './style.ts';

/** Draws columns under a line that all of them could reach. */
export const drawColumns: Draw<'columns'> = (canvas, box, { name, columns, limit }, alt, pen) => {
  const { tones, size } = pen;
  const { bold, quiet, dashed, ink, midEdge } = stylesOf(pen);
  const plot = {
    x: box.x,
    y: box.y + size * 0.3,
    width: box.width,
    height: box.height - size * 3.4,
  };
  const max = limit.value * 1.09;
  const pale = columns.flatMap(({ isPale }, at) => (isPale ? [at] : []));
  const chart = categoryChart({
    frame: box,
    plot,
    heading: 'Hub',
    categories: columns.map((column) => column.name.replace(' ', '\n')),
    plots: [
      {
        kind: 'bar',
        gap: 47,
        series: [
          {
            name,
            cells: columns.map(({ value }) => value),
            fill: tones.strong,
            points: Object.fromEntries(
              pale.map((at) => [at, { fill: tones.light, line: midEdge }]),
            ),
            labels: { ...bold, position: 'outEnd' },
          },
        ],
      },
    ],
    categoryAxis: { line: ink, labels: 'nextTo', labelStyle: quiet },
    valueAxis: { min: 0, max, hidden: true },
  });
  canvas.chart(box, alt, chart);
  const y = plot.y + plot.height * (1 - limit.value / max);
  canvas.line(plot.x, y, plot.x + plot.width, y, dashed);
  keyLabel(canvas, 'Label', limit.text, plot.x + plot.width, y + size * 0.3, pen);
};
