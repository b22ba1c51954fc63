import { breakEvenMonth, cumulativeCash } from '../../sample/figures.ts';
import { fileTexts } from '../../sample/file-texts.ts';
import { categoryChart } from '../charts/category-chart.ts';
import type { Cell } from '../workbook.ts';
import { bold, chartPlace, type Exhibit, hairline, ink, pill } from './style.ts';

/** The day on which FY25 ends, as Excel counts days. A year of the sample is a calendar year. */
const endOfFy25 = 46022;

/** Days from there to the end of FY26, FY27 and FY28, which is a leap year. */
const yearEnds = [0, 365, 730, 1096].map((days) => endOfFy25 + days);

export const payback: Exhibit = (canvas, slide) => {
  const frame = { x: 30, y: 262, width: 810, height: 394 };
  const plot = { x: 52, y: 271, width: 709, height: 343 };
  const paidBack = endOfFy25 + Math.round((breakEvenMonth / 12) * 365);
  const [, first = 0] = yearEnds;
  // Rows 2 to 6 of the sheet: start, FY26, the day at which the cash is zero, FY27, FY28.
  const dates = [...yearEnds.slice(0, 2), paidBack, ...yearEnds.slice(2)].map((value): Cell => {
    if (value !== paidBack) return { value, isDate: true };
    return { formula: `ROUND(A3-D3/(D5-D3)*(A5-A3),0)`, value, isDate: true };
  });
  const values = cumulativeCash.map(({ value }) => value);
  const rows = [...values.slice(0, 2), 0, ...values.slice(2)];
  const chart = categoryChart({
    frame,
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
            fill: 'key',
          },
        ],
      },
      {
        kind: 'line',
        series: [
          {
            name: 'Even within a year',
            cells: rows.map((value, at) => (at === 2 ? 0 : { formula: `D${at + 2}`, value })),
            line: { color: 'ink', width: 2.5 },
          },
          {
            name: 'Cumulative cash, € million',
            cells: rows.map((value, at) => (at === 2 ? null : value)),
            dots: { size: 14, fill: 'ink', line: ink },
            labels: {
              ...bold,
              position: 'b',
              format: '+0.0;"−"0.0',
              points: { 0: null, 3: { shift: 0.05 }, 4: { position: 'l', format: '+0.0"  "' } },
            },
          },
        ],
      },
    ],
    categoryAxis: {
      line: { color: 'mid' },
      labels: 'low',
      gridlines: hairline,
      yearFormat: `[<${first}]"";"FY"yy`,
    },
    valueAxis: { min: -10, max: 17, hidden: true },
    onEdge: true,
  });
  canvas.chart('Chart', frame, fileTexts(slide).alt, chart, chartPlace);
  const zero = plot.y + (plot.height * 17) / 27;
  const x = plot.x + (plot.width * breakEvenMonth) / 36;
  canvas.line(x, zero - 18, x, zero - 8, ink);
  pill(canvas, slide.callout ?? '', 351, 435, 124);
};
