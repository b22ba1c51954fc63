import type { SlideContent } from './content.ts';
import { printed, type WaterfallFrame, waterfall } from './waterfall.ts';

/** The two cuts of the chart: one for a slide of 480 px and more, a flatter one below that. */
const cuts = {
  tall: {
    width: 412,
    height: 200,
    frame: { left: 14, pitch: 68.7, barWidth: 45.5, baseline: 170, scale: 12.4 },
    bracket: 14.5,
    pill: 71,
    axis: 'M6 170h404.5',
  },
  flat: {
    width: 370,
    height: 100,
    frame: { left: 9.5, pitch: 61.6, barWidth: 41, baseline: 84, scale: 4.8 },
    bracket: 10.5,
    pill: 64,
    axis: 'M3 84h362',
  },
} satisfies Record<string, { frame: WaterfallFrame } & Record<string, unknown>>;

/** The waterfall of a slide, drawn from its steps, with the bracket from first total to last. */
export function WaterfallChart({
  chart,
  cut,
}: {
  chart: SlideContent['chart'];
  cut: keyof typeof cuts;
}) {
  const { width, height, frame, bracket, pill, axis } = cuts[cut];
  const bars = waterfall(chart.steps, frame);
  const first = bars[0]?.centre ?? 0;
  const last = bars[bars.length - 1];
  const end = last?.centre ?? 0;
  const middle = (first + end) / 2;
  const joints = bars
    .slice(0, -1)
    .map((bar, index) => `M${bar.x + bar.width} ${bar.level}H${bars[index + 1]?.x}`);
  return (
    <svg aria-hidden="true" className={`chart chart-${cut}`} viewBox={`0 0 ${width} ${height}`}>
      <path className="chart-thin" d={joints.join('')} />
      {bars.map((bar, index) => {
        const step = chart.steps[index];
        if (!step) return null;
        const below = step.kind === 'fall';
        const label = step.label.split('|');
        return (
          <g key={step.label} className={`chart-${step.kind}`}>
            <path d={`M${bar.x} ${bar.y}h${bar.width}v${bar.height}h${-bar.width}z`} />
            <text
              className="chart-value"
              x={bar.centre}
              y={below ? bar.y + bar.height + 14 : bar.y - 5}
            >
              {printed(step)}
            </text>
            {cut === 'flat' ? (
              <text x={bar.centre} y={height - 3}>
                {step.short}
              </text>
            ) : (
              label.map((line, row) => (
                <text key={line} x={bar.centre} y={184 + row * 11.3}>
                  {line}
                </text>
              ))
            )}
          </g>
        );
      })}
      <path d={axis} />
      <path
        className="chart-bracket"
        d={`M${first} ${(bars[0]?.y ?? 0) - 18}V${bracket}H${end}v5`}
      />
      <path className="chart-arrow" d={`M${end - 3.5} ${bracket + 4}h7l-3.5 5z`} />
      <rect
        className="chart-pill"
        x={middle - pill / 2}
        y={bracket - 10}
        width={pill}
        height="20"
        rx="10"
      />
      <text className="chart-sum" x={middle} y={bracket + 4}>
        {chart.bracket}
      </text>
    </svg>
  );
}
