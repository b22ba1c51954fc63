import type { Box } from '../../description.ts';
import type { Stroke } from '../drawing.ts';
import { type Cell, columnName, workbook } from '../workbook.ts';
import { type Axis, axisXml, ids } from './axis.ts';
import { type Chart, chartSpace, plotLayout } from './chart.ts';
import { markerXml, reference, type Series, seriesName, shapeXml } from './series.ts';

interface StemChart {
  frame: Box;
  plot: Box;
  /** Each stem lies on a row, counted from below, and ends in a dot. */
  stems: readonly { name: string; row: number; from: number; to: number }[];
  /** The names of the two ends of a stem. */
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
  const all: Series = { name: ends[1], cells: [], dots };
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
    xml: chartSpace(plotLayout(frame, plot), xml, axes),
    data: workbook([['', ...heading, ends[1], 'Row'], ...rows]),
  };
}
