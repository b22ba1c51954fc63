import {
  breakEvenMonth,
  capacity,
  closures,
  cover,
  cumulativeCash,
  hubs,
  index,
  margin,
  moves,
  options,
} from '../sample/figures.ts';
import { fileTexts } from '../sample/file-texts.ts';
import { optionLabels, type SampleSlide } from '../sample/slides.ts';
import type { Canvas } from './canvas.ts';
import { categoryChart, type Series, stemChart } from './chart.ts';
import { type ParagraphStyle, paragraph, run, type Stroke, type TextStyle } from './drawing.ts';
import type { TableCell } from './table.ts';
import type { ColorName } from './theme.ts';
import type { Cell } from './workbook.ts';

/** The exhibits of the eight slides. Positions are those of the drawn slides, in pixels of 1280 by 720. */

/** Draws a slide's exhibit. `onKey` is the colour of text on the key colour. */
export type Exhibit = (canvas: Canvas, slide: SampleSlide, onKey: ColorName) => void;

const body = 21.5;
const ink: Stroke = { color: 'ink' };
const hairline: Stroke = { color: 'light' };
const dashed: Stroke = { color: 'ink', dashed: true };
const keyEdge: Stroke = { color: 'ink', width: 1.5 };
const lightEdge: Stroke = { color: 'mid', width: 0.75 };
const hidden = { fill: 'none', line: 'none' } as const;
const bold: TextStyle = { size: body, bold: true, color: 'ink' };
const plain: TextStyle = { size: body, color: 'ink' };
const quiet: TextStyle = { size: body, color: 'ink2' };

const line = (text: string, style: TextStyle, place?: ParagraphStyle) =>
  paragraph(run(text, style), place);

const chartPlace = '<p:ph type="chart" idx="2"/>';
const tablePlace = '<p:ph type="tbl" idx="2"/>';

/** A pill over a chart. */
function pill(canvas: Canvas, text: string, x: number, y: number, width: number, height = 34) {
  const words = line(text, bold, { align: 'ctr' });
  const geometry = 'roundRect';
  canvas.shape({
    name: 'Callout',
    x,
    y,
    width,
    height,
    geometry,
    fill: 'paper',
    line: ink,
    text: words,
  });
}

const costAndVolume: Exhibit = (canvas, slide) => {
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

const unitsByHub: Exhibit = (canvas, slide) => {
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

/** Sets South before Centre, as the statement of work does. */
const byRegion = (one: { name: string }, other: { name: string }) =>
  other.name.localeCompare(one.name);

const shareByHub: Exhibit = (canvas, slide) => {
  const frame = { x: 40, y: 262, width: 700, height: 394 };
  const plot = { x: 165, y: 267, width: 563, height: 384 };
  const keys = hubs.flatMap(({ closes }, at) => (closes ? [at] : []));
  const chart = categoryChart({
    frame,
    plot,
    heading: 'Hub',
    categories: hubs.map(({ name }) => name),
    plots: [
      {
        kind: 'bar',
        lying: true,
        gap: 47,
        series: [
          {
            name: 'Share of the gap, %',
            cells: hubs.map(({ gap }) => gap),
            fill: 'light',
            line: lightEdge,
            points: Object.fromEntries(keys.map((at) => [at, { fill: 'key', line: keyEdge }])),
            labels: {
              ...plain,
              position: 'outEnd',
              points: Object.fromEntries(keys.map((at) => [at, { bold: true }])),
            },
          },
        ],
      },
    ],
    categoryAxis: { line: ink, labels: 'nextTo', labelStyle: plain, reversed: true },
    valueAxis: { min: 0, max: 30, hidden: true },
  });
  canvas.chart('Chart', frame, fileTexts(slide).alt, chart, chartPlace);
  const bracket = { x: 714, y: 272, width: 13, height: 160 };
  canvas.shape({ name: 'Bracket', geometry: 'rightBracket', line: ink, ...bracket });
  const words = line(slide.callout ?? '', { size: 44, color: 'ink', heading: true });
  canvas.text('Callout', { x: 747, y: 325, width: 100, height: 54 }, words, 'ctr');
};

const marginBridge: Exhibit = (canvas, slide) => {
  const frame = { x: 52, y: 262, width: 788, height: 392 };
  const plot = { x: 52, y: 268, width: 788, height: 326 };
  const top = 14;
  const steps = bridgeSteps();
  const cells = (value: (step: (typeof steps)[number]) => number | null) => steps.map(value);
  const of = (...kinds: string[]) =>
    cells(({ kind, value }) => (kinds.includes(kind) ? Math.abs(value) : null));
  const totals = steps.flatMap(({ kind }, at) => (kind === 'total' ? [at] : []));
  const signed = '+0.0';
  const series: Series[] = [
    // The label of a fall hangs under its bar: it stands at the end of a hidden bar of the same length.
    {
      name: 'Under the bars',
      cells: cells(({ kind, low, value }) => {
        if (kind === 'total') return null;
        return exact(kind === 'fall' ? low + value : low);
      }),
      ...hidden,
    },
    {
      name: 'Label of a fall',
      cells: of('fall'),
      ...hidden,
      labels: { ...plain, position: 'inEnd', format: '"−"0.0' },
    },
    { name: 'Margin', cells: of('total'), fill: 'ink' },
    { name: 'Largest rise', cells: of('key'), fill: 'key', line: keyEdge },
    { name: 'Fall', cells: of('fall'), fill: 'paper', line: dashed },
    { name: 'Rise', cells: of('rise'), fill: 'mid' },
    // The label of a rise stands at the start of a hidden bar on top of the others.
    {
      name: 'Label',
      cells: of('total', 'key', 'rise'),
      ...hidden,
      labels: {
        ...plain,
        position: 'inBase',
        format: signed,
        points: Object.fromEntries(totals.map((at) => [at, { bold: true, format: '0.0' }])),
      },
    },
  ];
  const chart = categoryChart({
    frame,
    plot,
    heading: '% of revenue',
    categories: steps.map(({ label }) => label.replace('|', '\n')),
    plots: [{ kind: 'bar', stacked: true, gap: 47, series }],
    // The longest word has to fit its column in wide typefaces too.
    categoryAxis: { line: ink, labels: 'nextTo', labelStyle: { ...quiet, size: 19 } },
    valueAxis: { min: 0, max: top, hidden: true },
  });
  canvas.chart('Chart', frame, fileTexts(slide).alt, chart, chartPlace);
  const slot = plot.width / steps.length;
  const half = slot / 1.47 / 2;
  const y = (value: number) => plot.y + plot.height * (1 - value / top);
  for (const [at, { level }] of steps.slice(0, -1).entries()) {
    const x = plot.x + slot * (at + 0.5) + half;
    canvas.line(x, y(level), x + slot - 2 * half, y(level), { color: 'mid' });
  }
  const [from, to] = [plot.x + slot / 2, plot.x + plot.width - slot / 2];
  canvas.line(from, y(6.1) - 35, from, 292, ink);
  canvas.line(from, 292, to, 292, ink);
  canvas.line(to, 292, to, 315, { color: 'ink', arrow: true });
  pill(canvas, slide.callout ?? '', 375, 275, 143, 36);
};

const exact = (value: number) => Math.round(value * 1000) / 1000;

/** The steps of the bridge, with the lower edge of each bar and the level that the step reaches. */
function bridgeSteps() {
  let level = 0;
  return margin.map((step) => {
    const before = level;
    level = step.kind === 'total' ? step.value : exact(before + step.value);
    return { ...step, low: Math.min(before, level), level };
  });
}

const emptyCell: TableCell = { text: paragraph('') };

/** Where a share of next-day cover stands on the slide: 47 pixels to a percent. */
const coverX = (share: number) => 561 + (share - cover.floor) * 47;

const coverByRegion: Exhibit = (canvas, slide) => {
  const { regions, floor } = cover;
  const head = (text: string): TableCell => ({ text: line(text, quiet), bottom: ink });
  const under = (cell: TableCell): TableCell => ({ ...cell, bottom: hairline });
  const total = (count: 'before' | 'after') =>
    regions.reduce((sum, region) => sum + region[count], 0);
  canvas.table(
    'Table',
    { x: 52, y: 262 },
    {
      columns: [101, 180, 181, 326],
      header: true,
      rows: [
        {
          height: 39,
          cells: [
            head('Region'),
            head('Hubs'),
            head('Those that stay'),
            head('Next-day cover at five hubs'),
          ],
        },
        ...regions.map(({ name, before, after, stays, cover: share }) => ({
          height: 98,
          cells: [
            under({ text: line(name, { ...bold, size: 23 }) }),
            under({ text: line(`${before} to ${after}`, bold), indent: 95 }),
            under({ text: line(stays, plain) }),
            // Right of the dot, which the chart draws.
            under({ text: line(`${share}%`, bold), indent: coverX(share) + 21 - 514 }),
          ],
        })),
        {
          height: 57,
          cells: [
            { text: line('All', { ...bold, size: 23 }) },
            { text: line(`${total('before')} to ${total('after')}`, bold) },
            { text: line('Five hubs', plain) },
            { text: line(slide.callout ?? '', quiet), indent: 20 },
          ],
        },
      ],
    },
    'Hubs by region, before and after, and those that stay.',
    tablePlace,
  );
  const radius = 10.5;
  for (const [row, { before, after }] of regions.entries()) {
    for (let hub = 0; hub < before; hub += 1) {
      const [x, y] = [163 + hub * 29 - radius, 350 + row * 98 - radius];
      const stays = hub < after;
      const line: Stroke = stays ? ink : { color: 'mid', dashed: true };
      const look = stays ? ({ fill: 'ink', line } as const) : { line };
      canvas.shape({ name: 'Hub', x, y, width: 21, height: 21, geometry: 'ellipse', ...look });
    }
  }
  const frame = { x: 530, y: 295, width: 310, height: 306 };
  const chart = stemChart({
    frame,
    plot: { x: 561, y: 301, width: 235, height: 294 },
    stems: regions.map(({ name, cover: share }, at) => {
      return { name, row: regions.length - at - 0.5, from: floor, to: share };
    }),
    ends: ['Floor, %', 'Next-day cover, %'],
    dots: { size: 22, fill: 'key', line: ink },
    stem: { color: 'ink', width: 2 },
    xAxis: { min: floor, max: 100, labels: 'none' },
    yAxis: { min: 0, max: regions.length, line: dashed, labels: 'none' },
  });
  canvas.chart('Chart', frame, fileTexts(slide).alt, chart);
};

/** The day on which FY25 ends, as Excel counts days. A year of the sample is a calendar year. */
const endOfFy25 = 46022;
/** Days from there to the end of FY26, FY27 and FY28, which is a leap year. */
const yearEnds = [0, 365, 730, 1096].map((days) => endOfFy25 + days);

const payback: Exhibit = (canvas, slide) => {
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

const closuresByHalfYear: Exhibit = (canvas, slide) => {
  const [left, width] = [154, 181.33];
  const head = (text: string, indent = 9): TableCell => ({
    text: line(text, quiet),
    indent,
    bottom: ink,
  });
  const rows = closures.hubs.map(({ name }) => {
    const move = moves.find(({ hubs: moved }) => moved.includes(name));
    if (!move) throw new Error(`No half-year closes ${name}.`);
    const { hubs: moved, units, share } = move;
    const bottom = moved.at(-1) === name ? { bottom: hairline } : {};
    const figures = run(`${units.toLocaleString('en')}  `, bold) + run(`${share}%`, quiet);
    const last: TableCell =
      moved[0] === name
        ? { text: paragraph(figures), indent: 9, rowSpan: moved.length, bottom: hairline }
        : { ...emptyCell, ...bottom, covered: true };
    const half = { ...emptyCell, ...bottom };
    const bordered = { ...half, right: hairline };
    const hub = { text: line(name, plain), right: hairline, ...bottom };
    return { height: 80, cells: [hub, bordered, bordered, half, last] };
  });
  canvas.table(
    'Table',
    { x: 52, y: 262 },
    {
      columns: [102, width, width, width, 142],
      header: true,
      rows: [
        {
          height: 38,
          cells: [
            head('', 0),
            ...closures.halfYears.map((half) => head(half)),
            head('Units a day'),
          ],
        },
        ...rows,
        {
          height: 40,
          cells: [
            emptyCell,
            emptyCell,
            emptyCell,
            emptyCell,
            {
              text: paragraph(run('Limit  ', bold) + run(`${closures.limit}%`, quiet)),
              indent: 9,
            },
          ],
        },
      ],
    },
    fileTexts(slide).alt,
    tablePlace,
  );
  // Joins the two hubs of the first half-year.
  canvas.line(698, 350, 698, 421, ink);
  for (const [row, { name, from, to, first }] of closures.hubs.entries()) {
    canvas.shape({
      name: `Closure of ${name}`,
      x: left + from * width,
      y: 318 + row * 80,
      width: (to - from) * width,
      height: 44,
      fill: first ? 'key' : 'mid',
      line: first ? keyEdge : { color: 'mid' },
    });
  }
};

const threeOptions: Exhibit = (canvas, _slide, onKey) => {
  for (const [at, option] of options.entries()) {
    const isLast = at === options.length - 1;
    const [x, width] = [52 + at * 400, 376];
    const inside = { x: x + 21, width: width - 43 };
    const edge: Stroke = isLast ? { color: 'ink', width: 3 } : { color: 'mid' };
    canvas.shape({ name: `Option ${option.key}`, x, y: 225, width, height: 363, line: edge });
    const title = { size: 31, color: 'ink', heading: true } as const;
    canvas.text(
      `Option ${option.key}: name`,
      { ...inside, y: 243, height: 100 },
      line(option.key, quiet, { pitch: 28 }) +
        line(option.name, title, { pitch: 38 }) +
        line(option.closes, quiet, { pitch: 36 }),
    );
    if (isLast) {
      const words = line(optionLabels.recommended, { ...bold, color: onKey }, { align: 'ctr' });
      const box = { x: 1030, y: 241, width: 177, height: 33 };
      canvas.shape({ name: 'Recommended', ...box, fill: 'key', line: ink, text: words });
    }
    canvas.text(
      `Option ${option.key}: margin`,
      { ...inside, y: 410, height: 66 },
      paragraph(
        run(`${option.margin}  `, { size: 50, color: 'ink', heading: true }) +
          run(optionLabels.margin, quiet),
      ),
      'b',
    );
    const row = (label: string, value: string) => ({
      height: 45.5,
      cells: [
        { text: line(label, quiet), top: hairline },
        { text: line(value, bold, { align: 'r' }), top: hairline },
      ],
    });
    canvas.table(
      `Option ${option.key}: cost and target`,
      { x: inside.x, y: 483 },
      {
        columns: [inside.width - 110, 110],
        rows: [
          row(optionLabels.cost, option.cost),
          row(optionLabels.target, isLast ? optionLabels.met : optionLabels.missed),
        ],
      },
      `${option.name}: cost and target`,
    );
  }
  canvas.line(52, 609, 1228, 609, ink);
};

/** By the number of the slide. */
export const exhibits: Readonly<Record<number, Exhibit>> = {
  1: costAndVolume,
  2: unitsByHub,
  3: shareByHub,
  4: marginBridge,
  5: coverByRegion,
  6: payback,
  7: closuresByHalfYear,
  8: threeOptions,
};
