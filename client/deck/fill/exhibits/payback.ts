import type { PaybackExhibit } from '../../content.ts';
import { type CategoryChart, categoryChart } from '../charts/category-chart.ts';
import type { Cell } from '../workbook.ts';
import { type Draw, type Pen, pill, stylesOf, widthOf } from './style.ts';

/** The day on which FY25 ends, as Excel counts days. A year of the sample is a calendar year. */
const endOfFy25 = 46022;

/** Returns the day after so many months. The third year is a leap year. */
const dayAfter = (months: number) =>
  endOfFy25 + Math.round((months / 12) * 365) + (months >= 36 ? 1 : 0);

type Years = PaybackExhibit['years'];

/** The rows of the sheet: the years, and between two of them the day at which the cash is zero. */
interface SheetRows {
  dates: readonly Cell[];
  /** Cash by row. */
  values: readonly number[];
  /** The row of the day at which the cash is zero. */
  zeroRow: number;
}

function sheetRows(years: Years, breakEvenMonth: number): SheetRows {
  const zeroRow = years.findIndex(({ month }) => month > breakEvenMonth);
  const days = years.map(({ month }) => dayAfter(month));
  const cash = years.map(({ value }) => value);
  const inserted = <Item>(items: readonly Item[], item: Item): Item[] => [
    ...items.slice(0, zeroRow),
    item,
    ...items.slice(zeroRow),
  ];
  const dates = inserted(days, dayAfter(breakEvenMonth)).map((value, at): Cell => {
    if (at !== zeroRow) return { value, isDate: true };
    const [before, next] = [zeroRow + 1, zeroRow + 3];
    return {
      formula: `ROUND(A${before}-D${before}/(D${next}-D${before})*(A${next}-A${before}),0)`,
      value,
      isDate: true,
    };
  });
  return { dates, values: inserted(cash, 0), zeroRow };
}

/** Returns the plots: the area that is paid back, the line between the years, and the dots of the years. */
function plotsOf(
  name: string,
  { values, zeroRow }: SheetRows,
  shiftOf: (value: number) => number,
  pen: Pen,
): CategoryChart['plots'] {
  const { tones, size } = pen;
  const { bold, ink } = stylesOf(pen);
  const last = values.length - 1;
  // The label of a point over the area stands under the zero line.
  const belowZero = Object.fromEntries(
    values.flatMap((value, at) => {
      const shift = { y: shiftOf(value) };
      return value > 0 && at < last ? [[at, { shift }]] : [];
    }),
  );
  return [
    {
      kind: 'area',
      series: [
        {
          name: 'Paid back',
          cells: values.map((value, at) => ({
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
          cells: values.map((value, at) => (at === zeroRow ? 0 : { formula: `D${at + 2}`, value })),
          line: { tone: tones.ink, width: size * 0.15 },
        },
        {
          name,
          cells: values.map((value, at) => (at === zeroRow ? null : value)),
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
  ];
}

/** Draws cumulative cash over the years, with the month at which the line passes zero. */
export const drawPayback: Draw<'payback'> = (canvas, box, { name, years, breakEven }, alt, pen) => {
  const { size } = pen;
  const { quiet, ink, hairline, midEdge } = stylesOf(pen);
  const lastLabel = widthOf('FY28', pen) / 2 + size * 0.4;
  const plot = {
    x: box.x + size,
    y: box.y + size * 0.6,
    width: box.width - size - lastLabel,
    height: box.height - size * 3,
  };
  const cash = years.map(({ value }) => value);
  const [lowest, highest] = [Math.min(...cash), Math.max(...cash)];
  // A label stands under the lowest point.
  const room = Math.min(0.3, (size * 2.2) / plot.height);
  const min = Math.floor(lowest - ((highest - lowest) * room) / (1 - room));
  const max = Math.ceil(highest * 1.1);
  const rows = sheetRows(years, breakEven.month);
  const shiftOf = (value: number) => (plot.height * value) / (max - min) / box.height;
  const days = years.map(({ month }) => dayAfter(month));
  const [, secondYear = 0] = days;
  const chart = categoryChart({
    frame: box,
    plot,
    heading: 'Date',
    categories: rows.dates,
    plots: plotsOf(name, rows, shiftOf, pen),
    categoryAxis: {
      line: midEdge,
      labels: 'low',
      labelStyle: quiet,
      gridlines: hairline,
      yearFormat: `[<${secondYear}]"";"FY"yy`,
    },
    valueAxis: { min, max, hidden: true },
    onEdge: true,
  });
  canvas.chart(box, alt, chart);
  const zero = plot.y + (plot.height * max) / (max - min);
  const paidBack = dayAfter(breakEven.month);
  const x =
    plot.x + (plot.width * (paidBack - endOfFy25)) / ((days.at(-1) ?? paidBack) - endOfFy25);
  canvas.line(x, zero - size * 1.2, x, zero - size * 0.3, ink);
  pill(canvas, breakEven.text, x - size * 1.5, zero - size * 2, pen);
};
