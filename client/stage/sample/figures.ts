import { hubs } from '../../slides/hubs.ts';

/** The numbers of the invented engagement. Each stands in a line of the statement of work, or follows from one. */

export { hubs };

/** Units a day for which each hub is built. */
export const capacity = 22000;

/** Units a day that all hubs handle in FY25. */
export const volume = 96000;

/** Operating margin, in percent of revenue: from FY25 to FY28 by what the plan changes. */
export const margin = [
  { value: 6.1, kind: 'total', label: 'Margin FY25', short: 'FY25' },
  { value: 2.6, kind: 'key', label: 'Fixed hub cost', short: 'Hub cost' },
  { value: -0.9, kind: 'fall', label: 'Longer linehaul', short: 'Linehaul' },
  { value: 1.4, kind: 'rise', label: 'Labour productivity', short: 'Labour' },
  { value: 1.1, kind: 'rise', label: 'Inventory and space', short: 'Inventory' },
  { value: 10.3, kind: 'total', label: 'Margin FY28', short: 'FY28' },
] as const;

/** Network cost and volume by year, FY23 = 100. */
export const index = {
  years: ['FY23', 'FY24', 'FY25'],
  cost: [100, 109, 119],
  volume: [100, 103, 106],
} as const;

/** How many hubs each region has before and after, which hubs stay, and its next-day cover in percent at five hubs. */
export const cover = {
  floor: 95,
  regions: [
    { name: 'North', before: 3, after: 1, stays: 'North 3', cover: 96 },
    { name: 'Centre', before: 3, after: 2, stays: 'Centre 2 and 3', cover: 98 },
    { name: 'South', before: 3, after: 2, stays: 'South 2 and 3', cover: 97 },
  ],
} as const;

/** In € million: the one-off cost, and the net saving of each year. Cash is counted at the end of a year. */
export const cash = {
  cost: 9,
  savings: [
    { year: 'FY26', saving: 3 },
    { year: 'FY27', saving: 8.5 },
    { year: 'FY28', saving: 12.6 },
  ],
} as const;

/** Cumulative cash in € million at the start and at the end of each year. The one-off cost falls into the first year. */
export const cumulativeCash: readonly { year: string; month: number; value: number }[] = [
  { year: '', saving: 0 },
  ...cash.savings,
].map(({ year }, at) => {
  const saved = cash.savings.slice(0, at).reduce((total, { saving }) => total + saving, 0);
  const value = at === 0 ? 0 : Math.round((saved - cash.cost) * 10) / 10;
  return { year, month: at * 12, value };
});

/** The months after the start at which the cumulative cash is zero again, cash being even within a year: 20.5. */
export const breakEvenMonth: number = cumulativeCash.reduce((found, point, at) => {
  const before = cumulativeCash[at - 1];
  if (!before || before.value >= 0 || point.value < 0) return found;
  return before.month + (12 * -before.value) / (point.value - before.value);
}, 0);

/** The closures: `from` and `to` count half-years from the start of H1 FY26. */
export const closures = {
  halfYears: ['H1 FY26', 'H2 FY26', 'H1 FY27'],
  /** Of 100 units, how many may change hub in a half-year. */
  limit: 10,
  hubs: [
    { name: 'North 1', from: 0, to: 0.62, first: true },
    { name: 'North 2', from: 0.38, to: 1, first: true },
    { name: 'Centre 1', from: 1, to: 2, first: false },
    { name: 'South 1', from: 2, to: 3, first: false },
  ],
} as const;

/** Units a day that change hub in each half-year, and their share of the volume in percent. */
export const moves = closures.halfYears.map((halfYear, at) => {
  const names: readonly string[] = closures.hubs
    .filter(({ from }) => Math.floor(from) === at)
    .map(({ name }) => name);
  const units = hubs
    .filter(({ name }) => names.includes(name))
    .reduce((total, hub) => total + hub.units, 0);
  return { halfYear, hubs: names, units, share: Math.round((units / volume) * 1000) / 10 };
});

/** What the board chooses between. Margin in percent of revenue. */
export const options = [
  { key: 'A', name: 'Nine hubs', closes: 'Nothing closes', margin: '6.1%', cost: 'None' },
  { key: 'B', name: 'Seven hubs', closes: 'North 1 and 2 close', margin: '8.0%', cost: '€4.6m' },
  {
    key: 'C',
    name: 'Five hubs',
    closes: 'Centre 1 and South 1 close too',
    margin: '10.3%',
    cost: '€9.0m',
  },
] as const;
