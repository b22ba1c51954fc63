import { packageOf } from '../package/package-writer.ts';
import { escapeXml } from '../package/xml.ts';

/** A cell: a text, a number, a formula with its value, or nothing. A date counts days as Excel does. */
export type Cell =
  | string
  | number
  | { formula: string; value: number; isDate?: boolean }
  | { formula?: undefined; value: number; isDate: true }
  | null;

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
/** Two styles of cells: as typed, and a date such as 31 Dec 2026. */
const styles = `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="d\\ mmm\\ yyyy"/></numFmts><fonts count="1"><font><sz val="11"/><name val="Arial"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`;
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const columnName = (column: number): string => String.fromCharCode(65 + column);

function cellXml(cell: Cell, reference: string): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
  if (typeof cell === 'string') {
    return `<c r="${reference}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`;
  }
  const style = cell.isDate ? ' s="1"' : '';
  const formula = cell.formula === undefined ? '' : `<f>${escapeXml(cell.formula)}</f>`;
  return `<c r="${reference}"${style}>${formula}<v>${cell.value}</v></c>`;
}

/** Makes the workbook that PowerPoint opens for "Edit data": one sheet named `Sheet1`, the cells from A1. */
export function workbook(rows: readonly (readonly Cell[])[]): Uint8Array {
  const rowsXml = rows.map((cells, row) => {
    const cellsXml = cells.map((cell, column) => cellXml(cell, `${columnName(column)}${row + 1}`));
    return `<row r="${row + 1}">${cellsXml.join('')}</row>`;
  });
  return packageOf(
    [{ id: 'rId1', type: 'officeDocument', target: 'xl/workbook.xml' }],
    [
      {
        path: 'xl/workbook.xml',
        type: `${types}.sheet.main+xml`,
        content: `<workbook xmlns="${main}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
        relationships: [
          { id: 'rId1', type: 'worksheet', target: 'xl/worksheets/sheet1.xml' },
          { id: 'rId2', type: 'styles', target: 'xl/styles.xml' },
        ],
      },
      { path: 'xl/styles.xml', type: `${types}.styles+xml`, content: styles },
      {
        path: 'xl/worksheets/sheet1.xml',
        type: `${types}.worksheet+xml`,
        content: `<worksheet xmlns="${main}"><cols><col min="1" max="9" width="18" customWidth="1"/></cols><sheetData>${rowsXml.join('')}</sheetData></worksheet>`,
      },
    ],
  );
}
