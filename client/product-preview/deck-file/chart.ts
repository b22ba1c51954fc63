import { type Box, fill, outline, type Stroke, type TextStyle, textProperties } from './drawing.ts';
import { escapeXml } from './package.ts';
import type { ColorName } from './theme.ts';
import { type Cell, columnName, workbook } from './workbook.ts';

/** DrawingML charts: each series reads a column of the embedded workbook, so that "Edit data" changes the picture. */

export interface Chart {
  xml: string;
  /** The embedded workbook. */
  data: Uint8Array;
}

interface LabelStyle extends TextStyle {
  position: 't' | 'b' | 'l' | 'r' | 'outEnd' | 'inBase' | 'inEnd';
  format?: string;
  /** Moves the label down, in parts of the chart's height. */
  shift?: number;
}

export interface Series {
  name: string;
  cells: readonly Cell[];
  /** `none` leaves the series invisible: it then carries other series or labels. */
  fill?: ColorName | 'none';
  /** In percent. */
  opacity?: number;
  line?: Stroke | 'none';
  /** Points that differ from the series. */
  points?: Readonly<Record<number, { fill?: ColorName; line?: Stroke | 'none' }>>;
  /** Labels of all points, or of those named. `null` hides a label. */
  labels?: LabelStyle & { points?: Readonly<Record<number, Partial<LabelStyle> | null>> };
  /** The diameter and the colours of the dots of a line. */
  dots?: { size: number; fill: ColorName; line: Stroke };
}

export interface Axis {
  min?: number;
  max?: number;
  /** Nothing of the axis is drawn. */
  hidden?: boolean;
  line?: Stroke | 'none';
  gridlines?: Stroke;
  labels?: 'low' | 'nextTo' | 'none';
  labelStyle?: TextStyle;
  /** Counts from the top, or from the right. */
  reversed?: boolean;
  /** The categories are dates: one label and gridline a year, in this format. */
  yearFormat?: string;
}

const plainValue = (cell: Cell): string | number | null =>
  cell !== null && typeof cell === 'object' ? cell.value : cell;

const shapeXml = (series: Pick<Series, 'fill' | 'line' | 'opacity'>): string => {
  const area =
    series.fill === 'none' ? '<a:noFill/>' : series.fill ? fill(series.fill, series.opacity) : '';
  return `<c:spPr>${area}${outline(series.line ?? 'none')}</c:spPr>`;
};

const textXml = (style: TextStyle, rotation = ''): string =>
  `<c:txPr><a:bodyPr${rotation}/><a:p><a:pPr>${textProperties('a:defRPr', style)}</a:pPr><a:endParaRPr lang="en-GB"/></a:p></c:txPr>`;

const shows = (value: boolean) =>
  `<c:showLegendKey val="0"/><c:showVal val="${value ? 1 : 0}"/><c:showCatName val="0"/><c:showSerName val="0"/><c:showPercent val="0"/><c:showBubbleSize val="0"/>`;

function labelXml({ position, format = 'General', shift, ...style }: LabelStyle): string {
  const place = shift
    ? `<c:layout><c:manualLayout><c:x val="0"/><c:y val="${shift}"/></c:manualLayout></c:layout>`
    : '';
  return `${place}<c:numFmt formatCode="${escapeXml(format)}" sourceLinked="0"/><c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr>${textXml(style)}<c:dLblPos val="${position}"/>${shows(true)}`;
}

function labelsXml({ labels }: Series): string {
  if (!labels) return '';
  const { points = {}, ...common } = labels;
  const each = Object.entries(points).map(([index, own]) => {
    const content = own === null ? '<c:delete val="1"/>' : labelXml({ ...common, ...own });
    return `<c:dLbl><c:idx val="${index}"/>${content}</c:dLbl>`;
  });
  return `<c:dLbls>${each.join('')}${labelXml(common)}</c:dLbls>`;
}

const isDate = (cell: Cell | undefined) => typeof cell === 'object' && cell?.isDate;

/** Refers to a column of the sheet from row 2, and repeats its values, which are shown until the data are edited. */
function reference(column: number, cells: readonly Cell[]): string {
  const name = columnName(column);
  const address = `$${name}$2:$${name}$${cells.length + 1}`;
  const kind = typeof cells[0] === 'string' ? 'str' : 'num';
  const points = cells.map((cell, index) => {
    const value = plainValue(cell);
    if (value === null) return '';
    return `<c:pt idx="${index}"><c:v>${escapeXml(String(value))}</c:v></c:pt>`;
  });
  const code = isDate(cells[0]) ? 'd mmm yyyy' : 'General';
  const format = kind === 'num' ? `<c:formatCode>${code}</c:formatCode>` : '';
  return `<c:${kind}Ref><c:f>Sheet1!${address}</c:f><c:${kind}Cache>${format}<c:ptCount val="${cells.length}"/>${points.join('')}</c:${kind}Cache></c:${kind}Ref>`;
}

const seriesName = (address: string, name: string) =>
  `<c:tx><c:strRef><c:f>Sheet1!${address}</c:f><c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>${escapeXml(name)}</c:v></c:pt></c:strCache></c:strRef></c:tx>`;

function markerXml({ dots }: Series): string {
  if (!dots) return '<c:marker><c:symbol val="none"/></c:marker>';
  return `<c:marker><c:symbol val="circle"/><c:size val="${Math.round(dots.size * 0.75)}"/><c:spPr>${fill(dots.fill)}${outline(dots.line)}</c:spPr></c:marker>`;
}

type Kind = 'bar' | 'line' | 'area';

function seriesXml(kind: Kind, series: Series, column: number, categories: readonly Cell[]) {
  const index = column - 1;
  const points = Object.entries(series.points ?? {}).map(([at, own]) => {
    const straight = kind === 'bar' ? '<c:invertIfNegative val="0"/>' : '';
    return `<c:dPt><c:idx val="${at}"/>${straight}<c:bubble3D val="0"/>${shapeXml({ ...series, ...own })}</c:dPt>`;
  });
  const before = { bar: '<c:invertIfNegative val="0"/>', line: markerXml(series), area: '' }[kind];
  return (
    `<c:ser><c:idx val="${index}"/><c:order val="${index}"/>${seriesName(`$${columnName(column)}$1`, series.name)}${shapeXml(series)}${before}` +
    `${points.join('')}${labelsXml(series)}<c:cat>${reference(0, categories)}</c:cat>` +
    `<c:val>${reference(column, series.cells)}</c:val>${kind === 'line' ? '<c:smooth val="0"/>' : ''}</c:ser>`
  );
}

const noText: TextStyle = { size: 21.5, color: 'ink2' };

function axisXml(
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
    `<c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="${labels}"/><c:spPr>${outline(line ?? 'none')}</c:spPr>` +
    `${textXml(axis.labelStyle ?? noText, ' rot="0" vert="horz"')}${rest}</${element}>`
  );
}

const ids = { category: 111, value: 222 } as const;

const inner = (frame: Box, plot: Box): string => {
  const share = (value: number) => value.toFixed(4);
  return (
    '<c:layout><c:manualLayout><c:layoutTarget val="inner"/><c:xMode val="edge"/><c:yMode val="edge"/>' +
    `<c:x val="${share((plot.x - frame.x) / frame.width)}"/><c:y val="${share((plot.y - frame.y) / frame.height)}"/>` +
    `<c:w val="${share(plot.width / frame.width)}"/><c:h val="${share(plot.height / frame.height)}"/></c:manualLayout></c:layout>`
  );
};

function chartSpace(layout: string, plots: string, axes: string): string {
  return (
    '<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">' +
    '<c:date1904 val="0"/><c:roundedCorners val="0"/><c:chart><c:autoTitleDeleted val="1"/>' +
    `<c:plotArea>${layout}${plots}${axes}<c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr></c:plotArea>` +
    '<c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart><c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr>' +
    '<c:txPr><a:bodyPr/><a:p><a:pPr><a:defRPr><a:latin typeface="+mn-lt"/></a:defRPr></a:pPr><a:endParaRPr lang="en-GB"/></a:p></c:txPr>' +
    '<c:externalData r:id="rId1"><c:autoUpdate val="0"/></c:externalData></c:chartSpace>'
  );
}

export interface Plot {
  kind: Kind;
  series: readonly Series[];
  /** Areas and bars stand on each other. */
  stacked?: boolean;
  /** Bars: the gap between two bars, in percent of a bar's width; bars that lie. */
  gap?: number;
  lying?: boolean;
}

export interface CategoryChart {
  /** Where the chart's frame and, inside, its plot lie on the slide. */
  frame: Box;
  plot: Box;
  /** The head of the first column, and its cells. */
  heading: string;
  categories: readonly Cell[];
  plots: readonly Plot[];
  categoryAxis: Axis;
  valueAxis: Axis;
  /** Lines begin on the edge of the plot, not half a category inside. */
  onEdge?: boolean;
}

/** Makes a chart of bars, lines or areas over categories. Series count through all plots. */
export function categoryChart(chart: CategoryChart): Chart {
  const { frame, plot, heading, categories, plots, categoryAxis, valueAxis, onEdge } = chart;
  const lying = plots.some((each) => each.lying);
  const all = plots.flatMap(({ series }) => series);
  const plotsXml = plots.map(({ kind, series, stacked, gap = 50 }) => {
    const grouping = stacked ? 'stacked' : kind === 'bar' ? 'clustered' : 'standard';
    const each = series.map((one) => seriesXml(kind, one, all.indexOf(one) + 1, categories));
    const direction = kind === 'bar' ? `<c:barDir val="${lying ? 'bar' : 'col'}"/>` : '';
    const spacing =
      kind === 'bar'
        ? `<c:gapWidth val="${gap}"/>${stacked ? '<c:overlap val="100"/>' : ''}`
        : kind === 'line'
          ? '<c:marker val="1"/>'
          : '';
    return `<c:${kind}Chart>${direction}<c:grouping val="${grouping}"/><c:varyColors val="0"/>${each.join('')}${spacing}<c:axId val="${ids.category}"/><c:axId val="${ids.value}"/></c:${kind}Chart>`;
  });
  const { yearFormat } = categoryAxis;
  const ofCategories = yearFormat
    ? '<c:baseTimeUnit val="days"/><c:majorUnit val="1"/><c:majorTimeUnit val="years"/>'
    : '<c:noMultiLvlLbl val="1"/>';
  const alignment = yearFormat ? '' : '<c:lblAlgn val="ctr"/>';
  const axes =
    axisXml(
      yearFormat ? 'c:dateAx' : 'c:catAx',
      ids.category,
      lying ? 'l' : 'b',
      categoryAxis,
      `<c:crossAx val="${ids.value}"/><c:crosses val="autoZero"/><c:auto val="${yearFormat ? 1 : 0}"/>${alignment}<c:lblOffset val="100"/>${ofCategories}`,
    ) +
    axisXml(
      'c:valAx',
      ids.value,
      lying ? 'b' : 'l',
      valueAxis,
      `<c:crossAx val="${ids.category}"/><c:crosses val="autoZero"/><c:crossBetween val="${onEdge ? 'midCat' : 'between'}"/>`,
    );
  const rows = categories.map((category, row) => [
    category,
    ...all.map(({ cells }) => cells[row] ?? null),
  ]);
  return {
    xml: chartSpace(inner(frame, plot), plotsXml.join(''), axes),
    data: workbook([[heading, ...all.map(({ name }) => name)], ...rows]),
  };
}

export interface StemChart {
  frame: Box;
  plot: Box;
  /** Each stem lies on a row, counted from below, and ends in a dot. */
  stems: readonly { name: string; row: number; from: number; to: number }[];
  /** What the ends of a stem are called. */
  ends: readonly [from: string, to: string];
  dots: NonNullable<Series['dots']>;
  stem: Stroke;
  xAxis: Axis;
  yAxis: Axis;
}

/**
 * Makes a scatter chart of stems that lie and end in dots: one series for each stem, and one for the dots. Each series
 * reads two columns, because Impress reads no rows.
 */
export function stemChart(chart: StemChart): Chart {
  const { frame, plot, stems, ends, dots, stem, xAxis, yAxis } = chart;
  const serXml = (at: number, look: Series, x: readonly Cell[], y: readonly Cell[]) => {
    const column = 1 + at * 2;
    return (
      `<c:ser><c:idx val="${at}"/><c:order val="${at}"/>${seriesName(`$${columnName(column)}$1`, look.name)}${shapeXml(look)}${markerXml(look)}` +
      `<c:xVal>${reference(column, x)}</c:xVal><c:yVal>${reference(column + 1, y)}</c:yVal><c:smooth val="0"/></c:ser>`
    );
  };
  const stemsXml = stems.map(({ name, row, from, to }, at) =>
    serXml(at, { name, cells: [], line: stem }, [from, to], [row, row]),
  );
  const all: Series = { name: ends[1], cells: [], line: 'none', dots };
  // The dots repeat the ends of the stems, which stand in row 3.
  const x = stems.map(({ to }, at) => ({ formula: `${columnName(1 + at * 2)}3`, value: to }));
  const y = stems.map(({ row }, at) => ({ formula: `${columnName(2 + at * 2)}3`, value: row }));
  // The longest series stands first, because Impress 7.4 draws no stems when it stands last.
  // `c:order` keeps the dots above the stems.
  const series = [serXml(stems.length, all, x, y), ...stemsXml];
  const xml = `<c:scatterChart><c:scatterStyle val="lineMarker"/><c:varyColors val="0"/>${series.join('')}<c:axId val="${ids.category}"/><c:axId val="${ids.value}"/></c:scatterChart>`;
  const crossing = (other: number) =>
    `<c:crossAx val="${other}"/><c:crosses val="min"/><c:crossBetween val="midCat"/>`;
  const axes =
    axisXml('c:valAx', ids.category, 'b', xAxis, crossing(ids.value)) +
    axisXml('c:valAx', ids.value, 'l', yAxis, crossing(ids.category));
  const heading = stems.flatMap(({ name }) => [name, `${name}: row`]);
  const rows = stems.map((_, at): Cell[] => {
    const cells = stems.flatMap(({ row, from, to }) => [
      [from, to][at] ?? null,
      at < 2 ? row : null,
    ]);
    return [ends[at] ?? null, ...cells, x[at] ?? null, y[at] ?? null];
  });
  return {
    xml: chartSpace(inner(frame, plot), xml, axes),
    data: workbook([['', ...heading, ends[1], 'Row'], ...rows]),
  };
}
