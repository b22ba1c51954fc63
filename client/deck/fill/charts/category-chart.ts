import type { Box } from '../../description.ts';
import { type Cell, columnName, workbook } from '../workbook.ts';
import { type Axis, axisXml, ids } from './axis.ts';
import { type Chart, chartSpace, plotLayout } from './chart.ts';
import { labelsXml } from './labels.ts';
import { markerXml, reference, type Series, seriesName, shapeXml } from './series.ts';

type Kind = 'bar' | 'line' | 'area';

interface Plot {
  kind: Kind;
  series: readonly Series[];
  /** Areas and bars stand on each other. */
  stacked?: boolean;
  /** The gap between two bars, in percent of the width of a bar. */
  gap?: number;
  /** The bars lie, and the categories stand below each other. */
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

function seriesXml(kind: Kind, series: Series, column: number, categories: readonly Cell[]) {
  const index = column - 1;
  const ownColor = kind === 'bar' ? '<c:invertIfNegative val="0"/>' : '';
  const points = Object.entries(series.points ?? {}).map(([at, own]) => {
    return `<c:dPt><c:idx val="${at}"/>${ownColor}<c:bubble3D val="0"/>${shapeXml({ ...series, ...own })}</c:dPt>`;
  });
  const marker = kind === 'line' ? markerXml(series) : '';
  const labels = series.labels ? labelsXml(series.labels) : '';
  return (
    `<c:ser><c:idx val="${index}"/><c:order val="${index}"/>${seriesName(`$${columnName(column)}$1`, series.name)}${shapeXml(series)}${ownColor}${marker}` +
    `${points.join('')}${labels}<c:cat>${reference(0, categories)}</c:cat>` +
    `<c:val>${reference(column, series.cells)}</c:val>${kind === 'line' ? '<c:smooth val="0"/>' : ''}</c:ser>`
  );
}

/** Returns the elements after the series of a plot. */
function spacingXml({ kind, gap = 50, stacked }: Plot): string {
  if (kind === 'line') return '<c:marker val="1"/>';
  if (kind === 'area') return '';
  return `<c:gapWidth val="${gap}"/>${stacked ? '<c:overlap val="100"/>' : ''}`;
}

function groupingOf({ kind, stacked }: Plot): string {
  if (stacked) return 'stacked';
  return kind === 'bar' ? 'clustered' : 'standard';
}

/** Returns a plot with its series. @param all the series of all plots, in the order of their columns. */
function plotXml(plot: Plot, all: readonly Series[], categories: readonly Cell[]): string {
  const { kind, series, lying } = plot;
  const direction = kind === 'bar' ? `<c:barDir val="${lying ? 'bar' : 'col'}"/>` : '';
  const each = series.map((one) => seriesXml(kind, one, all.indexOf(one) + 1, categories));
  return (
    `<c:${kind}Chart>${direction}<c:grouping val="${groupingOf(plot)}"/><c:varyColors val="0"/>${each.join('')}${spacingXml(plot)}` +
    `<c:axId val="${ids.category}"/><c:axId val="${ids.value}"/></c:${kind}Chart>`
  );
}

function categoryAxisXml(axis: Axis, place: 'l' | 'b'): string {
  const crossing = `<c:crossAx val="${ids.value}"/><c:crosses val="autoZero"/>`;
  const offset = '<c:lblOffset val="100"/>';
  return axis.yearFormat
    ? axisXml(
        'c:dateAx',
        ids.category,
        place,
        axis,
        `${crossing}<c:auto val="1"/>${offset}<c:baseTimeUnit val="days"/><c:majorUnit val="1"/><c:majorTimeUnit val="years"/>`,
      )
    : axisXml(
        'c:catAx',
        ids.category,
        place,
        axis,
        `${crossing}<c:auto val="0"/><c:lblAlgn val="ctr"/>${offset}<c:noMultiLvlLbl val="1"/>`,
      );
}

/** Makes a chart of bars, lines or areas over categories. The columns of the workbook are the series of all plots. */
export function categoryChart(chart: CategoryChart): Chart {
  const { frame, plot, heading, categories, plots, categoryAxis, valueAxis, onEdge } = chart;
  const lying = plots.some((each) => each.lying);
  const all = plots.flatMap(({ series }) => series);
  const axes =
    categoryAxisXml(categoryAxis, lying ? 'l' : 'b') +
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
    xml: chartSpace(
      plotLayout(frame, plot),
      plots.map((each) => plotXml(each, all, categories)).join(''),
      axes,
    ),
    data: workbook([[heading, ...all.map(({ name }) => name)], ...rows]),
  };
}
