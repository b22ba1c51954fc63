import { margin } from '../../sample/figures.ts';
import { fileTexts } from '../../sample/file-texts.ts';
import { categoryChart } from '../charts/category-chart.ts';
import type { Series } from '../charts/series.ts';
import {
  chartPlace,
  dashed,
  type Exhibit,
  hidden,
  ink,
  keyEdge,
  pill,
  plain,
  quiet,
} from './style.ts';

const exact = (value: number) => Math.round(value * 1000) / 1000;

/** Returns the steps of the bridge, with the lower edge of each bar and the level that the step reaches. */
function bridgeSteps() {
  let level = 0;
  return margin.map((step) => {
    const before = level;
    level = step.kind === 'total' ? step.value : exact(before + step.value);
    return { ...step, low: Math.min(before, level), level };
  });
}

export const marginBridge: Exhibit = (canvas, slide) => {
  const frame = { x: 52, y: 262, width: 788, height: 392 };
  const plot = { x: 52, y: 268, width: 788, height: 326 };
  const top = 14;
  const steps = bridgeSteps();
  const cells = (value: (step: (typeof steps)[number]) => number | null) => steps.map(value);
  const of = (...kinds: string[]) =>
    cells(({ kind, value }) => (kinds.includes(kind) ? Math.abs(value) : null));
  const totals = steps.flatMap(({ kind }, at) => (kind === 'total' ? [at] : []));
  const signed = '+0.0';
  const series: Series[] = [
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
    { name: 'Margin', cells: of('total'), fill: 'ink' },
    { name: 'Largest rise', cells: of('key'), fill: 'key', line: keyEdge },
    { name: 'Fall', cells: of('fall'), fill: 'paper', line: dashed },
    { name: 'Rise', cells: of('rise'), fill: 'mid' },
    // The label of a rise stands at the start of a hidden bar on top of the others.
    {
      name: 'Label',
      cells: of('total', 'key', 'rise'),
      ...hidden,
      labels: {
        ...plain,
        position: 'inBase',
        format: signed,
        points: Object.fromEntries(totals.map((at) => [at, { bold: true, format: '0.0' }])),
      },
    },
  ];
  const chart = categoryChart({
    frame,
    plot,
    heading: '% of revenue',
    categories: steps.map(({ label }) => label.replace('|', '\n')),
    plots: [{ kind: 'bar', stacked: true, gap: 47, series }],
    // The longest word has to fit its column in wide typefaces too.
    categoryAxis: { line: ink, labels: 'nextTo', labelStyle: { ...quiet, size: 19 } },
    valueAxis: { min: 0, max: top, hidden: true },
  });
  canvas.chart('Chart', frame, fileTexts(slide).alt, chart, chartPlace);
  const slot = plot.width / steps.length;
  const half = slot / 1.47 / 2;
  const y = (value: number) => plot.y + plot.height * (1 - value / top);
  for (const [at, { level }] of steps.slice(0, -1).entries()) {
    const x = plot.x + slot * (at + 0.5) + half;
    canvas.line(x, y(level), x + slot - 2 * half, y(level), { color: 'mid' });
  }
  const [from, to] = [plot.x + slot / 2, plot.x + plot.width - slot / 2];
  canvas.line(from, y(6.1) - 35, from, 292, ink);
  canvas.line(from, 292, to, 292, ink);
  canvas.line(to, 292, to, 315, { color: 'ink', arrow: true });
  pill(canvas, slide.callout ?? '', 375, 275, 143, 36);
};
