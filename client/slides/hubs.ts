/**
 * The nine hubs of the sample engagement, in the order of their share of the margin gap. Each has its share in percent,
 * the units that it handles a day in FY25, and whether the plan closes it.
 */
export const hubs = [
  { name: 'North 1', gap: 25, units: 4000, closes: true },
  { name: 'North 2', gap: 21, units: 3000, closes: true },
  { name: 'Centre 1', gap: 18, units: 8000, closes: true },
  { name: 'South 1', gap: 15, units: 9000, closes: true },
  { name: 'North 3', gap: 7, units: 12000, closes: false },
  { name: 'Centre 2', gap: 5, units: 15000, closes: false },
  { name: 'Centre 3', gap: 4, units: 14000, closes: false },
  { name: 'South 2', gap: 3, units: 16000, closes: false },
  { name: 'South 3', gap: 2, units: 15000, closes: false },
] as const;
