import type { LinesExhibit } from '../../content.ts';
import type { Tone } from '../../template/palette/tone.ts';
import { type CategoryChart, categoryChart } from '../charts/category-chart.ts';
import { line } from '../drawing.ts';
import { type Draw, hidden, linePitch, type Pen, pill, stylesOf, widthOf } from './style.ts';

/**
 * Returns how far a label moves aside, in points, so that a rising line does not pass through it.
 * @param slope of the line on that side of the point that the line and the label share.
 */
function asideOf(value: number, slope: number, pen: Pen): number {
  const half = widthOf(`${value}`, pen, true) / 2 + pen.size * 0.2;
  return slope > 0 ? Math.max(0, half - (pen.size * 0.4) / slope) : 0;
}

/**
 * Returns the plots: the gap as an area, and the two lines with their labels. Labels move to the left over the upper line, and
 * to the right under the lower line.
 * @param slope of a line that rises by one from a category to the next.
 * @param width of the chart, in points.
 */
function plotsOf(
  { upper, lower }: LinesExhibit,
  slope: number,
  width: number,
  pen: Pen,
): CategoryChart['plots'] {
  const { tones, size } = pen;
  const { bold } = stylesOf(pen);
  const last = upper.values.length - 1;
  const end = { position: 'r', size: size * 1.25 } as const;
  const gap = upper.values.map((value, at) => value - (lower.values[at] ?? 0));
  const moved = (values: readonly number[], isOver: boolean) =>
    Object.fromEntries(
      values.flatMap((value, at) => {
        const [from = 0, to = 0] = values.slice(isOver ? at : at - 1);
        const aside = asideOf(value, (to - from) * slope, pen);
        return aside > 0 ? [[at, { shift: { x: (isOver ? -aside : aside) / width } }]] : [];
      }),
    );
  const lineOf = (
    { name, values }: LinesExhibit['upper'],
    tone: Tone,
    thickness: number,
    position: 't' | 'b',
  ) => ({
    name,
    cells: values,
    line: { tone, width: thickness },
    dots: { size: size * 0.6, fill: tone, line: { tone } },
    labels: {
      ...bold,
      position,
      points: { ...moved(values, position === 't'), 0: null, [last]: end },
    },
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
  const slope = (plot.height / (max - min)) * ((categories.length - 1) / plot.width);
  const chart = categoryChart({
    frame: box,
    plot,
    heading: unit,
    categories,
    plots: plotsOf(exhibit, slope, box.width, pen),
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
