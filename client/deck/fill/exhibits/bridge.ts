import type { BridgeExhibit } from '../../content.ts';
import type { Box } from '../../description.ts';
import { breakLines } from '../../measure-text.ts';
import type { Canvas } from '../canvas.ts';
import { categoryChart } from '../charts/category-chart.ts';
import type { Series } from '../charts/series.ts';
import { type Draw, hidden, type Pen, pill, stylesOf, widthOf } from './style.ts';

/** Returns a label without its mark for a line break. */
const oneLine = (label: string) => label.replace('|', ' ');

const exact = (value: number) => Math.round(value * 1000) / 1000;

/** Returns the steps of the bridge, with the lower edge of each bar and the level that the step reaches. */
function bridgeSteps(steps: BridgeExhibit['steps']) {
  let level = 0;
  return steps.map((step) => {
    const before = level;
    level = step.kind === 'total' ? step.value : exact(before + step.value);
    return { ...step, low: Math.min(before, level), level };
  });
}

type Steps = ReturnType<typeof bridgeSteps>;

/** Returns the series of the waterfall. Hidden bars lift other bars, or place labels. */
function seriesOf(steps: Steps, pen: Pen): Series[] {
  const { tones } = pen;
  const { plain, dashed, keyEdge } = stylesOf(pen);
  const cells = (value: (step: Steps[number]) => number | null) => steps.map(value);
  const of = (...kinds: string[]) =>
    cells(({ kind, value }) => (kinds.includes(kind) ? Math.abs(value) : null));
  const totals = steps.flatMap(({ kind }, at) => (kind === 'total' ? [at] : []));
  return [
    // The label of a fall hangs under its bar: it stands at the end of a hidden bar of the same length.
    {
      name: 'Under the bars',
      cells: cells(({ kind, low, value }) => {
        if (kind === 'total') return null;
        return exact(kind === 'fall' ? low + value : low);
      }),
      ...hidden,
    },
    {
      name: 'Label of a fall',
      cells: of('fall'),
      ...hidden,
      labels: { ...plain, position: 'inEnd', format: '"−"0.0' },
    },
    { name: 'Margin', cells: of('total'), fill: tones.strong },
    { name: 'Largest rise', cells: of('key'), fill: tones.key, line: keyEdge },
    { name: 'Fall', cells: of('fall'), fill: tones.paper, line: dashed },
    { name: 'Rise', cells: of('rise'), fill: tones.mid },
    // The label of a rise stands at the start of a hidden bar on top of the others.
    {
      name: 'Label',
      cells: of('total', 'key', 'rise'),
      ...hidden,
      labels: {
        ...plain,
        position: 'inBase',
        format: '+0.0',
        points: Object.fromEntries(totals.map((at) => [at, { isBold: true, format: '0.0' }])),
      },
    },
  ];
}

/** Draws the lines between the bars, and an arrow with the callout from the first total to the last. */
function drawLevels(
  canvas: Canvas,
  steps: Steps,
  plot: Box,
  max: number,
  callout: string,
  pen: Pen,
): void {
  const { size } = pen;
  const { ink, midEdge } = stylesOf(pen);
  const slot = plot.width / steps.length;
  const half = slot / 1.47 / 2;
  const y = (value: number) => plot.y + plot.height * (1 - value / max);
  for (const [at, { level }] of steps.slice(0, -1).entries()) {
    const x = plot.x + slot * (at + 0.5) + half;
    canvas.line(x, y(level), x + slot - 2 * half, y(level), midEdge);
  }
  const [from, to] = [plot.x + slot / 2, plot.x + plot.width - slot / 2];
  const first = steps[0]?.level ?? 0;
  const last = steps.at(-1)?.level ?? 0;
  const arrow = y(Math.max(...steps.map(({ level }) => level))) - size * 2.9;
  canvas.line(from, y(first) - size * 1.7, from, arrow, ink);
  canvas.line(from, arrow, to, arrow, ink);
  canvas.line(to, arrow, to, y(last) - size * 1.5, { ...ink, hasArrow: true });
  pill(canvas, callout, (from + to) / 2, arrow, pen);
}

/** Draws a waterfall, with an arrow from the first total to the last. */
export const drawBridge: Draw<'bridge'> = (
  canvas,
  box,
  { unit, steps: given, short, callout },
  alt,
  pen,
) => {
  const { size } = pen;
  const { quiet, ink } = stylesOf(pen);
  const steps = bridgeSteps(given);
  // Impress leaves a part of a column empty.
  const room = (box.width / steps.length) * 0.85;
  const longest = (label: string) =>
    Math.max(...label.split(/[ |]/).map((word) => widthOf(word, pen)));
  // The longest word has to fit its column. A label with a word that does not fit in the smallest size gives way to the short one.
  const widest = Math.max(...steps.map(({ name }) => longest(name)));
  const labelSize = Math.max(pen.least, Math.min(size, (size * room) / widest));
  const labels = steps.map(({ name }, at) =>
    longest(name) * pen.least > room * size ? (short?.[at] ?? name) : name,
  );
  const names = labels.map((label) => breakLines(oneLine(label), labelSize, room, pen.body.face));
  const lines = Math.max(...names.map(({ length }) => length));
  const plot = {
    x: box.x,
    y: box.y + size * 0.4,
    width: box.width,
    height: box.height - size * 0.8 - lines * labelSize * 1.25 - size * 0.4,
  };
  const highest = Math.max(...steps.map(({ level }) => level));
  // The pill and the arrow stand over the highest bar, which has its label over it.
  const max = highest / (1 - Math.min(0.45, (size * 4.4) / plot.height));
  const chart = categoryChart({
    frame: box,
    plot,
    heading: unit,
    categories: names.map((name) => name.join('\n')),
    plots: [{ kind: 'bar', stacked: true, gap: 47, series: seriesOf(steps, pen) }],
    categoryAxis: { line: ink, labels: 'nextTo', labelStyle: { ...quiet, size: labelSize } },
    valueAxis: { min: 0, max, hidden: true },
  });
  canvas.chart(box, alt, chart);
  drawLevels(canvas, steps, plot, max, callout, pen);
};
