import { categoryChart } from '../charts/category-chart.ts';
import type { Cell } from '../workbook.ts';
import { type Draw, pill, stylesOf, widthOf } from './style.ts';

/** The day on which FY25 ends, as Excel counts days. A year of the sample is a calendar year. */
const endOfFy25 = 46022;

/** Returns the day after so many months. The third year is a leap year. */
const dayAfter = (months: number) =>
  endOfFy25 + Math.round((months / 12) * 365) + (months >= 36 ? 1 : 0);

/** Draws cumulative cash over the years, with the month at which the line passes zero. */
export const drawPayback: Draw<'payback'> = (canvas, box, { name, years, breakEven }, alt, pen) => {
  const { tones, size } = pen;
  const { bold, quiet, ink, hairline, midEdge } = stylesOf(pen);
  const lastLabel = widthOf('FY28', pen) / 2 + size * 0.4;
  const plot = {
    x: box.x + size,
    y: box.y + size * 0.6,
    width: box.width - size - lastLabel,
    height: box.height - size * 3,
  };
  const values = years.map(({ value }) => value);
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  // A label stands under the lowest point.
  const room = Math.min(0.3, (size * 2.2) / plot.height);
  const min = Math.floor(lowest - ((highest - lowest) * room) / (1 - room));
  const max = Math.ceil(highest * 1.1);
  const paidBack = dayAfter(breakEven.month);
  const after = years.findIndex(({ month }) => month > breakEven.month);
  const days = years.map(({ month }) => dayAfter(month));
  const [, first = 0] = days;
  // The rows of the sheet: the years, with the day between them at which the cash is zero.
  const dates = [...days.slice(0, after), paidBack, ...days.slice(after)].map((value, at): Cell => {
    if (at !== after) return { value, isDate: true };
    const [before, next] = [after + 1, after + 3];
    return {
      formula: `ROUND(A${before}-D${before}/(D${next}-D${before})*(A${next}-A${before}),0)`,
      value,
      isDate: true,
    };
  });
  const rows = [...values.slice(0, after), 0, ...values.slice(after)];
  const last = rows.length - 1;
  // The label of a point over the area stands under the zero line.
  const belowZero = Object.fromEntries(
    rows.flatMap((value, at) => {
      const shift = (plot.height * value) / (max - min) / box.height;
      return value > 0 && at < last ? [[at, { shift }]] : [];
    }),
  );
  const chart = categoryChart({
    frame: box,
    plot,
    heading: 'Date',
    categories: dates,
    plots: [
      {
        kind: 'area',
        series: [
          {
            name: 'Paid back',
            cells: rows.map((value, at) => ({
              formula: `MAX(0,C${at + 2})`,
              value: Math.max(0, value),
            })),
            fill: tones.key,
          },
        ],
      },
      {
        kind: 'line',
        series: [
          {
            name: 'Even within a year',
            cells: rows.map((value, at) => (at === after ? 0 : { formula: `D${at + 2}`, value })),
            line: { tone: tones.ink, width: size * 0.15 },
          },
          {
            name,
            cells: rows.map((value, at) => (at === after ? null : value)),
            dots: { size: size * 0.65, fill: tones.ink, line: ink },
            labels: {
              ...bold,
              position: 'b',
              format: '+0.0;"−"0.0',
              points: { 0: null, ...belowZero, [last]: { position: 'l', format: '+0.0"  "' } },
            },
          },
        ],
      },
    ],
    categoryAxis: {
      line: midEdge,
      labels: 'low',
      labelStyle: quiet,
      gridlines: hairline,
      yearFormat: `[<${first}]"";"FY"yy`,
    },
    valueAxis: { min, max, hidden: true },
    onEdge: true,
  });
  canvas.chart('Chart', box, alt, chart);
  const zero = plot.y + (plot.height * max) / (max - min);
  const x =
    plot.x + (plot.width * (paidBack - endOfFy25)) / ((days.at(-1) ?? paidBack) - endOfFy25);
  canvas.line(x, zero - size * 1.2, x, zero - size * 0.3, ink);
  pill(canvas, breakEven.text, x - size * 1.5, zero - size * 2, pen);
};
