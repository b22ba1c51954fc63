import type { CoverageExhibit } from '../../content.ts';
import type { Box } from '../../description.ts';
import { breakLines } from '../../measure-text.ts';
import type { Canvas } from '../canvas.ts';
import { stemChart } from '../charts/stem-chart.ts';
import { line } from '../drawing.ts';
import type { Table, TableCell } from '../table.ts';
import { type Draw, linePitch, type Pen, stylesOf, widthOf } from './style.ts';

/** Where the parts stand, in points. */
type Places = ReturnType<typeof placesIn>;

/** Returns the widths of the columns: the three columns of text, and at last the chart. */
function columnsIn(box: Box, { heads, rows, total }: CoverageExhibit, dots: number, pen: Pen) {
  const { size } = pen;
  const gap = size * 0.9;
  const widest = (texts: readonly string[], isBold = false) =>
    Math.max(...texts.map((text) => widthOf(text, pen, isBold)));
  const columns: [number, number, number, number] = [
    widest([heads[0], total.name, ...rows.map(({ name }) => name)], true) + gap,
    dots +
      widest(
        rows.map(({ before, after }) => `${before} to ${after}`),
        true,
      ) +
      gap,
    widest([heads[2], total.stays, ...rows.map(({ stays }) => stays)]) + gap,
    0,
  ];
  const taken = columns.reduce((sum, width) => sum + width, 0);
  columns[3] = Math.max(size * 9, box.width - taken);
  const spare = Math.min(1, (box.width - columns[3]) / taken);
  for (const at of [0, 1, 2] as const) columns[at] *= spare;
  return columns;
}

function placesIn(box: Box, exhibit: CoverageExhibit, pen: Pen) {
  const { rows, floor } = exhibit;
  const { size } = pen;
  const dot = size * 0.85;
  const pitch = dot * 1.35;
  const most = Math.max(...rows.map(({ before }) => before));
  const dots = most * pitch + size * 0.4;
  const columns = columnsIn(box, exhibit, dots, pen);
  const heads = exhibit.heads.map((text, at) =>
    breakLines(text, size, columns[at] ?? 0, pen.body.face),
  );
  const head = size * (linePitch * Math.max(...heads.map(({ length }) => length)) + 0.85);
  const foot = size * 2.3;
  const height = Math.min(size * 7.5, (box.height - head - foot) / rows.length);
  const min = floor.value;
  const max = Math.max(...rows.map(({ cover }) => cover));
  const inset = size * 1.6;
  const scale = (columns[3] - inset - size * 3.6) / (max - min);
  return { box, columns, dot, pitch, dots, head, foot, height, min, max, inset, scale };
}

function tableOf(
  { heads, rows, total, floor }: CoverageExhibit,
  { columns, dots, head, foot, height, min, inset, scale }: Places,
  pen: Pen,
): Table {
  const { size } = pen;
  const { plain, bold, quiet, ink, hairline } = stylesOf(pen);
  const top = (text: string): TableCell => ({ text: line(text, quiet), bottom: ink });
  const under = (cell: TableCell): TableCell => ({ ...cell, bottom: hairline });
  const sum = (count: 'before' | 'after') => rows.reduce((all, row) => all + row[count], 0);
  return {
    columns,
    header: true,
    rows: [
      { height: head, cells: heads.map(top) },
      ...rows.map(({ name, before, after, stays, cover }) => ({
        height,
        cells: [
          under({ text: line(name, bold) }),
          under({ text: line(`${before} to ${after}`, bold), indent: dots }),
          under({ text: line(stays, plain) }),
          // Right of the dot, which the chart draws.
          under({ text: line(`${cover}%`, bold), indent: inset + (cover - min) * scale + size }),
        ],
      })),
      {
        height: foot,
        cells: [
          { text: line(total.name, bold) },
          { text: line(`${sum('before')} to ${sum('after')}`, bold) },
          { text: line(total.stays, plain) },
          { text: line(floor.text, quiet), indent: size * 0.2 },
        ],
      },
    ],
  };
}

/** Draws a dot for each hub. A hub that closes is an empty circle. */
function drawHubs(
  canvas: Canvas,
  rows: CoverageExhibit['rows'],
  { box, columns, dot, pitch, head, height }: Places,
  pen: Pen,
): void {
  const { ink, dashed } = stylesOf(pen);
  for (const [row, { before, after }] of rows.entries()) {
    const y = box.y + head + height * (row + 0.5) - dot / 2;
    for (let hub = 0; hub < before; hub += 1) {
      const stays = hub < after;
      const look = stays ? { fill: pen.tones.strong, line: ink } : { line: dashed };
      canvas.shape({
        name: 'Hub',
        x: box.x + columns[0] + hub * pitch,
        y,
        width: dot,
        height: dot,
        geometry: 'ellipse',
        ...look,
      });
    }
  }
}

/** Draws the cover of each region as a stem above the floor. */
function drawCover(
  canvas: Canvas,
  { rows, ends }: CoverageExhibit,
  { box, columns, head, height, min, max, inset, scale }: Places,
  alt: string,
  pen: Pen,
): void {
  const { tones, size } = pen;
  const { ink } = stylesOf(pen);
  const chartX = box.x + columns[0] + columns[1] + columns[2];
  const plot = {
    x: chartX + inset,
    y: box.y + head,
    // Half a dot stands over the end.
    width: (max - min) * scale,
    height: height * rows.length,
  };
  const frame = {
    x: chartX,
    y: plot.y - size * 0.4,
    width: inset + plot.width + size,
    height: plot.height + size * 0.8,
  };
  const chart = stemChart({
    frame,
    plot,
    stems: rows.map(({ name, cover }, at) => ({
      name,
      row: rows.length - at - 0.5,
      from: min,
      to: cover,
    })),
    ends: [...ends],
    dots: { size: size * 0.9, fill: tones.key, line: ink },
    stem: { tone: tones.ink, width: size / 11 },
    xAxis: { min, max, labels: 'none' },
    yAxis: { min: 0, max: rows.length, line: { ...ink, isDashed: true }, labels: 'none' },
  });
  canvas.chart(frame, alt, chart);
}

/** Draws a table of regions, their hubs as dots, and a chart of the cover above its floor. */
export const drawCoverage: Draw<'coverage'> = (canvas, box, exhibit, alt, pen) => {
  const places = placesIn(box, exhibit, pen);
  const [region, hubs, stay] = exhibit.heads;
  canvas.table('Table', box, tableOf(exhibit, places, pen), [region, hubs, stay].join(', '));
  drawHubs(canvas, exhibit.rows, places, pen);
  drawCover(canvas, exhibit, places, alt, pen);
};
