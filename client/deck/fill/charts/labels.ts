import { escapeXml } from '../../package/xml.ts';
import { type TextStyle, textProperties } from '../drawing.ts';

/** The style of a point's label, and its place beside the point. */
export interface LabelStyle extends TextStyle {
  position: 't' | 'b' | 'l' | 'r' | 'outEnd' | 'inBase' | 'inEnd';
  format?: string;
  /** Moves the label to the right and down, in parts of the chart's width and height. */
  shift?: { x?: number; y?: number };
}

/** The labels of a series. `points` has what differs at single points; `null` hides a label. */
export type Labels = LabelStyle & {
  points?: Readonly<Record<number, Partial<LabelStyle> | null>>;
};

/** Returns the text properties of an axis or a label. */
export const textXml = (style: TextStyle, rotation = ''): string =>
  `<c:txPr><a:bodyPr${rotation}/><a:p><a:pPr>${textProperties('a:defRPr', style)}</a:pPr><a:endParaRPr lang="en-GB"/></a:p></c:txPr>`;

const shows = (value: boolean) =>
  `<c:showLegendKey val="0"/><c:showVal val="${value ? 1 : 0}"/><c:showCatName val="0"/><c:showSerName val="0"/><c:showPercent val="0"/><c:showBubbleSize val="0"/>`;

function labelXml({ position, format = 'General', shift, ...style }: LabelStyle): string {
  const place = shift
    ? `<c:layout><c:manualLayout><c:x val="${shift.x ?? 0}"/><c:y val="${shift.y ?? 0}"/></c:manualLayout></c:layout>`
    : '';
  return `${place}<c:numFmt formatCode="${escapeXml(format)}" sourceLinked="0"/><c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr>${textXml(style)}<c:dLblPos val="${position}"/>${shows(true)}`;
}

/** Returns the labels of a series. */
export function labelsXml(labels: Labels): string {
  const { points = {}, ...common } = labels;
  const each = Object.entries(points).map(([index, own]) => {
    const content = own === null ? '<c:delete val="1"/>' : labelXml({ ...common, ...own });
    return `<c:dLbl><c:idx val="${index}"/>${content}</c:dLbl>`;
  });
  return `<c:dLbls>${each.join('')}${labelXml(common)}</c:dLbls>`;
}
