import { type Anchor, emu, outline, type Stroke } from './drawing.ts';

/** Native tables: every cell states its own borders and has no fill, so that no table style is needed. */

export interface TableCell {
  /** Paragraphs. */
  text: string;
  anchor?: Anchor;
  /** Empty space at the left in points. */
  indent?: number;
  top?: Stroke;
  right?: Stroke;
  bottom?: Stroke;
  /** Empty space at the top and the bottom in points. */
  padding?: number;
  /** How many rows the cell takes. The cells under it are left out of the table's text. */
  rowSpan?: number;
  covered?: boolean;
}

export interface Table {
  /** Widths of the columns in points. */
  columns: readonly number[];
  rows: readonly { height: number; cells: readonly TableCell[] }[];
  /** The first row names the columns. */
  header?: boolean;
}

function cellXml(cell: TableCell): string {
  const {
    text,
    anchor = 'ctr',
    indent = 0,
    padding = 0,
    top,
    right,
    bottom,
    rowSpan = 1,
    covered,
  } = cell;
  const borders =
    outline(undefined, 'a:lnL') +
    outline(right, 'a:lnR') +
    outline(top, 'a:lnT') +
    outline(bottom, 'a:lnB');
  const span = covered ? ' vMerge="1"' : rowSpan > 1 ? ` rowSpan="${rowSpan}"` : '';
  return `<a:tc${span}><a:txBody><a:bodyPr/>${text}</a:txBody><a:tcPr marL="${emu(indent)}" marR="0" marT="${emu(padding)}" marB="${emu(padding)}" anchor="${anchor}">${borders}<a:noFill/></a:tcPr></a:tc>`;
}

export function tableXml({ columns, rows, header }: Table): string {
  const grid = columns.map((width) => `<a:gridCol w="${emu(width)}"/>`);
  const body = rows.map(
    ({ height, cells }) => `<a:tr h="${emu(height)}">${cells.map(cellXml).join('')}</a:tr>`,
  );
  return `<a:tbl><a:tblPr${header ? ' firstRow="1"' : ''}/><a:tblGrid>${grid.join('')}</a:tblGrid>${body.join('')}</a:tbl>`;
}
