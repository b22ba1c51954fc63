import type { ClosuresExhibit } from '../../content.ts';
import type { Box } from '../../description.ts';
import { line, paragraph, run } from '../drawing.ts';
import type { Table, TableCell } from '../table.ts';
import { type Draw, emptyCell, type Pen, stylesOf, widthOf } from './style.ts';

/** Where the parts stand, in points. */
type Places = ReturnType<typeof placesIn>;

function placesIn(box: Box, { periods, head, rows: hubs, moves }: ClosuresExhibit, pen: Pen) {
  const { size } = pen;
  const names = Math.max(...hubs.map(({ name }) => widthOf(name, pen))) + size;
  const figures =
    Math.max(
      ...moves.map(({ units, share }) => widthOf(`${units}  `, pen, true) + widthOf(share, pen)),
      widthOf(head, pen),
    ) + size;
  const width = (box.width - names - figures) / periods.length;
  const [top, foot] = [size * 2, size * 2];
  const height = Math.min(size * 4.4, (box.height - top - foot) / hubs.length);
  return { names, figures, width, top, foot, height };
}

/** Returns the rows of the hubs. What a period moves stands once, beside the hubs that close in it. */
function hubRows({ periods, rows: hubs, moves }: ClosuresExhibit, height: number, pen: Pen) {
  const { plain, bold, quiet, hairline } = stylesOf(pen);
  return hubs.map(({ name, from }, row) => {
    const period = Math.floor(from);
    const together = hubs.flatMap((hub, at) => (Math.floor(hub.from) === period ? [at] : []));
    const move = moves[period];
    const bottom = together.at(-1) === row ? { bottom: hairline } : {};
    const words = run(`${move?.units ?? ''}  `, bold) + run(move?.share ?? '', quiet);
    const last: TableCell =
      together[0] === row
        ? {
            text: paragraph(words),
            indent: pen.size * 0.5,
            rowSpan: together.length,
            bottom: hairline,
          }
        : { ...emptyCell, ...bottom, covered: true };
    const plainCell = { ...emptyCell, ...bottom };
    const bordered = { ...plainCell, right: hairline };
    const cells = periods.map((_, at) => (at < periods.length - 1 ? bordered : plainCell));
    return {
      height,
      cells: [{ text: line(name, plain), right: hairline, ...bottom }, ...cells, last],
    };
  });
}

function tableOf(exhibit: ClosuresExhibit, places: Places, pen: Pen): Table {
  const { periods, head, limit } = exhibit;
  const { names, figures, width, top, foot, height } = places;
  const { bold, quiet, ink } = stylesOf(pen);
  const indent = pen.size * 0.5;
  const cell = (text: string, inside = indent): TableCell => ({
    text: line(text, quiet),
    indent: inside,
    bottom: ink,
  });
  return {
    columns: [names, ...periods.map(() => width), figures],
    header: true,
    rows: [
      { height: top, cells: [cell('', 0), ...periods.map((period) => cell(period)), cell(head)] },
      ...hubRows(exhibit, height, pen),
      {
        height: foot,
        cells: [
          emptyCell,
          ...periods.map(() => emptyCell),
          { text: paragraph(run(`${limit.label}  `, bold) + run(limit.value, quiet)), indent },
        ],
      },
    ],
  };
}

/** Draws a plan: closures as bars over periods, and what each period moves. */
export const drawClosures: Draw<'closures'> = (canvas, box, exhibit, alt, pen) => {
  const { periods, rows: hubs } = exhibit;
  const { ink, keyEdge, midEdge } = stylesOf(pen);
  const places = placesIn(box, exhibit, pen);
  const { names, width, top, height } = places;
  canvas.table('Table', box, tableOf(exhibit, places, pen), alt);
  const first = hubs.filter(({ from }) => from < 1).length;
  if (first > 1) {
    // Joins the hubs of the first period.
    const x = box.x + names + width * periods.length;
    canvas.line(x, box.y + top + height * 0.4, x, box.y + top + height * (first - 0.4), ink);
  }
  for (const [row, { name, from, to, isKey }] of hubs.entries()) {
    canvas.shape({
      name: `Closure of ${name}`,
      x: box.x + names + from * width,
      y: box.y + top + row * height + height * 0.22,
      width: (to - from) * width,
      height: height * 0.56,
      fill: isKey ? pen.tones.key : pen.tones.mid,
      line: isKey ? keyEdge : midEdge,
    });
  }
};
