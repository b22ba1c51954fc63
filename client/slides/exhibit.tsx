import type { ReactElement } from 'react';
import {
  capacity,
  closures,
  cover,
  cumulativeCash,
  hubs,
  index,
  moves,
  options,
} from '../stage/sample/figures.ts';
import { optionLabels, type SampleSlide } from '../stage/sample/slides.ts';
import { BarsChart } from './charts/bars-chart.tsx';
import { CashChart } from './charts/cash-chart.tsx';
import { ClosuresChart } from './charts/closures-chart.tsx';
import { ColumnsChart } from './charts/columns-chart.tsx';
import { CoverTable } from './charts/cover-table.tsx';
import { LinesChart } from './charts/lines-chart.tsx';
import { Options } from './charts/options.tsx';
import { WaterfallChart } from './charts/waterfall-chart.tsx';

/** The exhibit of each slide, by the number of the slide. `callout` are the words in the drawing. */
const exhibits: Record<number, (callout: string) => ReactElement> = {
  1: (callout) => (
    <LinesChart
      labels={index.years}
      lines={[
        { name: 'Network cost', values: index.cost },
        { name: 'Volume', values: index.volume },
      ]}
      gap={callout}
    />
  ),
  2: (callout) => (
    <ColumnsChart
      columns={hubs
        .toReversed()
        .toSorted((one, other) => other.units - one.units)
        .map(({ name, units, closes }) => ({ name, value: units / 1000, isKey: !closes }))}
      limit={{ value: capacity / 1000, label: callout }}
    />
  ),
  3: (callout) => (
    <BarsChart
      bars={hubs.map(({ name, gap, closes }) => ({ name, value: gap, isKey: closes }))}
      total={callout}
    />
  ),
  4: (callout) => <WaterfallChart change={callout} />,
  5: (callout) => <CoverTable regions={cover.regions} floor={cover.floor} floorName={callout} />,
  6: (callout) => (
    <CashChart
      years={cumulativeCash.slice(1).map(({ year, value }) => ({ name: year, cash: value }))}
      payback={callout}
    />
  ),
  7: (callout) => (
    <ClosuresChart
      periods={closures.halfYears}
      closures={closures.hubs}
      steps={moves.map(({ hubs, units, share }) => ({
        hubs: hubs.length,
        units: units.toLocaleString('en'),
        share: `${share}%`,
      }))}
      limit={callout}
    />
  ),
  8: () => <Options options={options} labels={optionLabels} />,
};

/** Draws the exhibit of a slide of the sample. */
export function Exhibit({ slide }: { slide: SampleSlide }) {
  return exhibits[slide.number]?.(slide.callout ?? '');
}
