import { categoryChart } from '../charts/category-chart.ts';
import { type Draw, hidden, label, linePitch, pill, stylesOf, widthOf } from './style.ts';

/** Draws two lines that part, with the gap between them as an area, and its size at the end. */
export const drawLines: Draw<'lines'> = (canvas, box, exhibit, alt, pen) => {
  const { categories, upper, lower, unit, callout } = exhibit;
  const { tones, size } = pen;
  const { bold, quiet, dashed, midEdge } = stylesOf(pen);
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
  const dots = (tone: typeof tones.ink) => ({ size: size * 0.6, fill: tone, line: { tone } });
  const last = categories.length - 1;
  const end = { position: 'r', size: size * 1.25 } as const;
  const gap = upper.values.map((value, at) => value - (lower.values[at] ?? 0));
  const chart = categoryChart({
    frame: box,
    plot,
    heading: unit,
    categories,
    plots: [
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
          {
            name: upper.name,
            cells: upper.values,
            line: { tone: tones.ink, width: size * 0.16 },
            dots: dots(tones.ink),
            labels: { ...bold, position: 't', points: { 0: null, [last]: end } },
          },
          {
            name: lower.name,
            cells: lower.values,
            line: { tone: tones.mid, width: size * 0.12 },
            dots: dots(tones.mid),
            labels: { ...bold, position: 'b', points: { 0: null, [last]: end } },
          },
        ],
      },
    ],
    categoryAxis: { line: midEdge, labels: 'nextTo', labelStyle: quiet },
    valueAxis: { min, max, hidden: true },
    onEdge: true,
  });
  canvas.chart('Chart', box, alt, chart);
  const right = plot.x + plot.width;
  const y = (value = min) => plot.y + plot.height * (1 - (value - min) / (max - min));
  const [top, bottom] = [y(upper.values[last]), y(lower.values[last])];
  canvas.line(right, top + size * 0.5, right, bottom - size * 0.5, dashed);
  pill(
    canvas,
    callout,
    right - widthOf(callout, pen, true) / 2 - size * 1.2,
    (top + bottom) / 2 + size * 0.5,
    pen,
    true,
  );
  const name = (text: string, at: number) => {
    const place = {
      x: right + size * 0.8,
      y: at + size * 0.75,
      width: box.x + box.width - right - size * 0.8,
      height: size * linePitch,
    };
    label(canvas, text, place, quiet);
  };
  name(upper.name, top);
  name(lower.name, bottom);
};
