import { categoryChart } from '../charts/category-chart.ts';
import { line } from '../drawing.ts';
import { type Draw, stylesOf, widthOf } from './style.ts';

/** Draws horizontal bars, with a bracket around the bars of the sum. */
export const drawBars: Draw<'bars'> = (canvas, box, { name, bars, callout }, alt, pen) => {
  const { tones, size } = pen;
  const { plain, large, ink, keyEdge, midEdge } = stylesOf(pen);
  const names = Math.max(...bars.map((bar) => widthOf(bar.name, pen))) + size;
  const sum = size * 5.2;
  const plot = {
    x: box.x + names,
    y: box.y + size * 0.2,
    width: box.width - names - sum,
    height: box.height - size * 0.4,
  };
  const keys = bars.flatMap(({ isKey }, at) => (isKey ? [at] : []));
  const frame = { ...box, width: box.width - sum + size * 0.6 };
  const chart = categoryChart({
    frame,
    plot,
    heading: 'Hub',
    categories: bars.map((bar) => bar.name),
    plots: [
      {
        kind: 'bar',
        lying: true,
        gap: 47,
        series: [
          {
            name,
            cells: bars.map(({ value }) => value),
            fill: tones.light,
            line: midEdge,
            points: Object.fromEntries(keys.map((at) => [at, { fill: tones.key, line: keyEdge }])),
            labels: {
              ...plain,
              position: 'outEnd',
              points: Object.fromEntries(keys.map((at) => [at, { isBold: true }])),
            },
          },
        ],
      },
    ],
    categoryAxis: { line: ink, labels: 'nextTo', labelStyle: plain, reversed: true },
    valueAxis: { min: 0, max: Math.max(...bars.map(({ value }) => value)) * 1.2, hidden: true },
  });
  canvas.chart(frame, alt, chart);
  const row = plot.height / bars.length;
  const bracket = {
    x: plot.x + plot.width + size * 0.3,
    y: plot.y + row * 0.16,
    width: size * 0.6,
    height: row * (keys.length - 0.32),
  };
  canvas.shape({ name: 'Bracket', geometry: 'rightBracket', line: ink, ...bracket });
  const words = {
    x: bracket.x + size * 1.2,
    y: bracket.y,
    width: box.x + box.width - bracket.x - size * 1.2,
    height: bracket.height,
  };
  canvas.text('Callout', words, line(callout, large(1.8)), 'ctr', false);
};
