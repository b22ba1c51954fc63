import { escapeXml } from '../../package/xml.ts';
import { outline, type Stroke, type TextStyle } from '../drawing.ts';
import { textXml } from './labels.ts';

export interface Axis {
  min?: number;
  max?: number;
  /** True if the axis is not drawn. */
  hidden?: boolean;
  line?: Stroke;
  gridlines?: Stroke;
  labels?: 'low' | 'nextTo' | 'none';
  labelStyle?: TextStyle;
  /** Counts from the top, or from the right. */
  reversed?: boolean;
  /** The categories are dates: one label and gridline a year, in this format. */
  yearFormat?: string;
}

/** The ids by which plots and axes refer to each other. */
export const ids = { category: 111, value: 222 } as const;

/**
 * Returns an axis.
 * @param place the side of the plot: `b` or `l`.
 * @param rest the elements that differ by the kind of axis.
 */
export function axisXml(
  element: 'c:catAx' | 'c:dateAx' | 'c:valAx',
  id: number,
  place: string,
  axis: Axis,
  rest: string,
) {
  const { min, max, hidden, line, gridlines, labels = 'none', reversed } = axis;
  const limits =
    (max === undefined ? '' : `<c:max val="${max}"/>`) +
    (min === undefined ? '' : `<c:min val="${min}"/>`);
  const grid = gridlines
    ? `<c:majorGridlines><c:spPr>${outline(gridlines)}</c:spPr></c:majorGridlines>`
    : '';
  return (
    `<${element}><c:axId val="${id}"/><c:scaling><c:orientation val="${reversed ? 'maxMin' : 'minMax'}"/>${limits}</c:scaling>` +
    `<c:delete val="${hidden ? 1 : 0}"/><c:axPos val="${place}"/>${grid}<c:numFmt formatCode="${escapeXml(axis.yearFormat ?? 'General')}" sourceLinked="0"/>` +
    `<c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="${labels}"/><c:spPr>${outline(line)}</c:spPr>` +
    `${axis.labelStyle ? textXml(axis.labelStyle, ' rot="0" vert="horz"') : ''}${rest}</${element}>`
  );
}
