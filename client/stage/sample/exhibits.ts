import type { Exhibit } from '../../slides/slide-content.ts';
import {
  breakEvenMonth,
  capacity,
  closures,
  cover,
  cumulativeCash,
  hubs,
  index,
  margin,
  moves,
  options,
} from './figures.ts';

const byUnits = hubs.toReversed().toSorted((one, other) => other.units - one.units);

/** The exhibit of each slide, by the number of the slide. The page and the file draw it. */
export const exhibits: Readonly<Record<number, Exhibit>> = {
  1: {
    kind: 'lines',
    unit: 'Index, FY23 = 100',
    categories: index.years,
    upper: { name: 'Network cost', values: index.cost },
    lower: { name: 'Volume', values: index.volume },
    callout: '13 points',
  },
  2: {
    kind: 'columns',
    name: 'Thousand units a day',
    columns: byUnits.map(({ name, units, closes }) => ({
      name,
      value: units / 1000,
      isPale: closes,
    })),
    // "South 2" becomes "S2".
    short: byUnits.map(({ name }) => name.replace(/^(\w)\w* /, '$1')),
    limit: { value: capacity / 1000, text: 'Each hub is built for 22' },
  },
  3: {
    kind: 'bars',
    name: 'Share of the gap in percent',
    bars: hubs.map(({ name, gap, closes }) => ({ name, value: gap, isKey: closes })),
    callout: '79%',
  },
  4: {
    kind: 'bridge',
    unit: '% of revenue',
    steps: margin.map(({ label, value, kind }) => ({ name: label, value, kind })),
    short: margin.map(({ short }) => short),
    callout: '+4.2 points',
  },
  5: {
    kind: 'coverage',
    heads: ['Region', 'Hubs', 'Those that stay', 'Next-day cover at five hubs'],
    rows: cover.regions,
    total: { name: 'All', stays: 'Five hubs' },
    floor: { value: cover.floor, text: 'Floor 95%' },
    ends: ['Floor', 'Next-day cover'],
  },
  6: {
    kind: 'payback',
    name: 'Cumulative cash, € million',
    years: cumulativeCash.map(({ year, month, value }) => ({ name: year, month, value })),
    breakEven: { month: breakEvenMonth, text: 'Month 21' },
  },
  7: {
    kind: 'closures',
    periods: closures.halfYears,
    head: 'Units a day',
    rows: closures.hubs.map(({ name, from, to, first }) => ({ name, from, to, isKey: first })),
    // Each half-year moves whole thousands. For the comma alone, `toLocaleString` would take 0.1 s on a phone.
    moves: moves.map(({ units, share }) => ({ units: `${units / 1000},000`, share: `${share}%` })),
    limit: { label: 'Limit', value: `${closures.limit}%` },
  },
  8: {
    kind: 'options',
    cards: options.map(({ key, name, closes, margin: figure, cost }, at) => ({
      key,
      name,
      detail: closes,
      figure,
      rows: [
        ['One-off cost', cost],
        ['Target of 10.3%', at === options.length - 1 ? 'Met' : 'Missed'],
      ],
    })),
    figureLabel: 'margin FY28',
    recommended: 'Recommended',
  },
};
