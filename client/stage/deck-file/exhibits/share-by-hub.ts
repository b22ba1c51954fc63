import { hubs } from '../../sample/figures.ts';
import { fileTexts } from '../../sample/file-texts.ts';
import { categoryChart } from '../charts/category-chart.ts';
import { chartPlace, type Exhibit, ink, keyEdge, lightEdge, line, plain } from './style.ts';

export const shareByHub: Exhibit = (canvas, slide) => {
  const frame = { x: 40, y: 262, width: 700, height: 394 };
  const plot = { x: 165, y: 267, width: 563, height: 384 };
  const keys = hubs.flatMap(({ closes }, at) => (closes ? [at] : []));
  const chart = categoryChart({
    frame,
    plot,
    heading: 'Hub',
    categories: hubs.map(({ name }) => name),
    plots: [
      {
        kind: 'bar',
        lying: true,
        gap: 47,
        series: [
          {
            name: 'Share of the gap, %',
            cells: hubs.map(({ gap }) => gap),
            fill: 'light',
            line: lightEdge,
            points: Object.fromEntries(keys.map((at) => [at, { fill: 'key', line: keyEdge }])),
            labels: {
              ...plain,
              position: 'outEnd',
              points: Object.fromEntries(keys.map((at) => [at, { bold: true }])),
            },
          },
        ],
      },
    ],
    categoryAxis: { line: ink, labels: 'nextTo', labelStyle: plain, reversed: true },
    valueAxis: { min: 0, max: 30, hidden: true },
  });
  canvas.chart('Chart', frame, fileTexts(slide).alt, chart, chartPlace);
  const bracket = { x: 714, y: 272, width: 13, height: 160 };
  canvas.shape({ name: 'Bracket', geometry: 'rightBracket', line: ink, ...bracket });
  const words = line(slide.callout ?? '', { size: 44, color: 'ink', heading: true });
  canvas.text('Callout', { x: 747, y: 325, width: 100, height: 54 }, words, 'ctr');
};
