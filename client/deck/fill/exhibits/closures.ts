import { line, paragraph, run } from '../drawing.ts';
import type { TableCell } from '../table.ts';
import { type Draw, emptyCell, stylesOf, widthOf } from './style.ts';

/** Draws a plan: closures as bars over periods, and what each period moves. */
export const drawClosures: Draw<'closures'> = (canvas, box, exhibit, alt, pen) => {
  const { periods, head, rows: hubs, moves, limit } = exhibit;
  const { tones, size } = pen;
  const { plain, bold, quiet, ink, hairline, keyEdge, midEdge } = stylesOf(pen);
  const indent = size * 0.5;
  const names = Math.max(...hubs.map(({ name }) => widthOf(name, pen))) + size;
  const figures =
    Math.max(
      ...moves.map(({ units, share }) => widthOf(`${units}  `, pen, true) + widthOf(share, pen)),
      widthOf(head, pen),
    ) + size;
  const width = (box.width - names - figures) / periods.length;
  const [top, foot] = [size * 2, size * 2];
  const height = Math.min(size * 4.4, (box.height - top - foot) / hubs.length);
  const cell = (text: string, inside = indent): TableCell => ({
    text: line(text, quiet),
    indent: inside,
    bottom: ink,
  });
  const rows = hubs.map(({ name, from }, row) => {
    const period = Math.floor(from);
    const together = hubs.flatMap((hub, at) => (Math.floor(hub.from) === period ? [at] : []));
    const move = moves[period];
    const bottom = together.at(-1) === row ? { bottom: hairline } : {};
    const words = run(`${move?.units ?? ''}  `, bold) + run(move?.share ?? '', quiet);
    const last: TableCell =
      together[0] === row
        ? { text: paragraph(words), indent, rowSpan: together.length, bottom: hairline }
        : { ...emptyCell, ...bottom, covered: true };
    const plainCell = { ...emptyCell, ...bottom };
    const bordered = { ...plainCell, right: hairline };
    const cells = periods.map((_, at) => (at < periods.length - 1 ? bordered : plainCell));
    return {
      height,
      cells: [{ text: line(name, plain), right: hairline, ...bottom }, ...cells, last],
    };
  });
  canvas.table(
    'Table',
    box,
    {
      columns: [names, ...periods.map(() => width), figures],
      header: true,
      rows: [
        { height: top, cells: [cell('', 0), ...periods.map((period) => cell(period)), cell(head)] },
        ...rows,
        {
          height: foot,
          cells: [
            emptyCell,
            ...periods.map(() => emptyCell),
            { text: paragraph(run(`${limit.label}  `, bold) + run(limit.value, quiet)), indent },
          ],
        },
      ],
    },
    alt,
  );
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
      fill: isKey ? tones.key : tones.mid,
      line: isKey ? keyEdge : midEdge,
    });
  }
};
