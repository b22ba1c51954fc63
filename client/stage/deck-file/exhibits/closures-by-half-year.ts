import { closures, moves } from '../../sample/figures.ts';
import { fileTexts } from '../../sample/file-texts.ts';
import { paragraph, run } from '../drawing.ts';
import type { TableCell } from '../table.ts';
import {
  bold,
  type Exhibit,
  emptyCell,
  hairline,
  ink,
  keyEdge,
  line,
  plain,
  quiet,
  tablePlace,
} from './style.ts';

export const closuresByHalfYear: Exhibit = (canvas, slide) => {
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
