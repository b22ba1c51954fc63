import type { LinesExhibit } from '../../content.ts';
import type { Tone } from '../../template/palette/tone.ts';
import { type CategoryChart, categoryChart } from '../charts/category-chart.ts';
import { line } from '../drawing.ts';
import { type Draw, hidden, linePitch, type Pen, pill, stylesOf, widthOf } from './style.ts';

/** Returns the plots: the gap as an area, and the two lines with their labels. */
function plotsOf({ upper, lower }: LinesExhibit, pen: Pen): CategoryChart['plots'] {
  const { tones, size } = pen;
  const { bold } = stylesOf(pen);
  const last = upper.values.length - 1;
  const end = { position: 'r', size: size * 1.25 } as const;
  const gap = upper.values.map((value, at) => value - (lower.values[at] ?? 0));
  const lineOf = (
    { name, values }: LinesExhibit['upper'],
    tone: Tone,
    width: number,
    position: 't' | 'b',
  ) => ({
    name,
    cells: values,
    line: { tone, width },
    dots: { size: size * 0.6, fill: tone, line: { tone } },
    labels: { ...bold, position, points: { 0: null, [last]: end } },
  });
  return [
    {
      kind: 'area',
      stacked: true,
      series: [
        {
          name: 'Under the gap',
          cells: lower.values.map((value, at) => ({ formula: `E${at + 2}`, value })),
          ...hidden,
        },
        {
          name: 'Gap',
          cells: gap.map((value, at) => ({ formula: `D${at + 2}-E${at + 2}`, value })),
          fill: tones.light,
          opacity: 60,
        },
      ],
    },
    {
      kind: 'line',
      series: [
        lineOf(upper, tones.ink, size * 0.16, 't'),
        lineOf(lower, tones.mid, size * 0.12, 'b'),
      ],
    },
  ];
}

/** Draws two lines that part, with the gap between them as an area, and its size at the end. */
export const drawLines: Draw<'lines'> = (canvas, box, exhibit, alt, pen) => {
  const { categories, upper, lower, unit, callout } = exhibit;
  const { size } = pen;
  const { quiet, dashed, midEdge } = stylesOf(pen);
  const names = Math.max(widthOf(upper.name, pen), widthOf(lower.name, pen)) + size * 1.2;
  const side = size * 1.6;
  const plot = {
    x: box.x + side,
    y: box.y + size * 1.6,
    width: box.width - side - Math.max(names, box.width * 0.22),
    height: box.height - size * 3.8,
  };
  const all = [...upper.values, ...lower.values];
  const [min, highest] = [Math.min(...all), Math.max(...all)];
  const max = highest + (highest - min) * 0.1;
  const chart = categoryChart({
    frame: box,
    plot,
    heading: unit,
    categories,
    plots: plotsOf(exhibit, pen),
    categoryAxis: { line: midEdge, labels: 'nextTo', labelStyle: quiet },
    valueAxis: { min, max, hidden: true },
    onEdge: true,
  });
  canvas.chart(box, alt, chart);
  const right = plot.x + plot.width;
  const y = (value = min) => plot.y + plot.height * (1 - (value - min) / (max - min));
  const [top, bottom] = [y(upper.values.at(-1)), y(lower.values.at(-1))];
  canvas.line(right, top + size * 0.5, right, bottom - size * 0.5, dashed);
  const pillX = right - widthOf(callout, pen, true) / 2 - size * 1.2;
  pill(canvas, callout, pillX, (top + bottom) / 2 + size * 0.5, pen, true);
  for (const [text, at] of [[upper.name, top] as const, [lower.name, bottom] as const]) {
    const place = {
      x: right + size * 0.8,
      y: at + size * 0.75,
      width: box.x + box.width - right - size * 0.8,
      height: size * linePitch,
    };
    canvas.text('Label', place, line(text, quiet));
  }
};
