/**
 * The lines of the invented statement of work on which the deck rests. Import them as `lines`. Each line is an export of
 * its own, so that the page's script contains the quoted lines only.
 */

/** A line of the statement of work. */
export interface ScopeLine {
  page: number;
  text: string;
}

export const costAndVolume: ScopeLine = {
  page: 3,
  text: 'Network cost has risen faster than volume since FY23.',
};
export const service: ScopeLine = { page: 3, text: 'Service levels have not changed.' };
export const baseline: ScopeLine = {
  page: 3,
  text: 'Baseline: margin 6.1% in FY25, target 10.3% by FY28.',
};
export const deliverable: ScopeLine = {
  page: 3,
  text: 'One board-ready deck with a clear decision.',
};
export const index: ScopeLine = {
  page: 5,
  text: 'Index, FY23 = 100: network cost 109, then 119; volume 103, then 106.',
};
export const capacity: ScopeLine = {
  page: 5,
  text: 'Nine hubs, each built for 22,000 units a day, handled 96,000 a day in FY25.',
};
export const unitsAbove: ScopeLine = {
  page: 5,
  text: 'Units a day: South 2 16,000, South 3 and Centre 2 15,000, Centre 3 14,000, North 3 12,000.',
};
export const unitsBelow: ScopeLine = {
  page: 5,
  text: 'Units a day: South 1 9,000, Centre 1 8,000, North 1 4,000, North 2 3,000.',
};
export const revenue: ScopeLine = { page: 5, text: 'Revenue in FY25: €300m.' };
export const routingTest: ScopeLine = {
  page: 7,
  text: 'Routing test at five hubs: next-day cover North 96%, Centre 98%, South 97%. Floor: 95% in every region.',
};
export const testedHubs: ScopeLine = {
  page: 7,
  text: 'Tested at FY25 volume with North 3, Centre 2 and 3, South 2 and 3.',
};
export const limit: ScopeLine = {
  page: 7,
  text: 'No more than one unit in ten may change hub in any half-year.',
};
export const order: ScopeLine = {
  page: 7,
  text: 'Closures start in H1 FY26, and no step begins while a region is below the floor.',
};
export const fourHubs: ScopeLine = {
  page: 11,
  text: 'North 1, North 2, Centre 1 and South 1 account for 79% of the gap to target.',
};
export const shares: ScopeLine = {
  page: 11,
  text: 'Share of the gap: North 1 25%, North 2 21%, Centre 1 18%, South 1 15%, North 3 7%, Centre 2 5%, Centre 3 4%, South 2 3%, South 3 2%.',
};
export const bridge: ScopeLine = {
  page: 11,
  text: 'In points: hub cost +2.6, linehaul −0.9, labour +1.4, inventory and space +1.1.',
};
export const sevenHubs: ScopeLine = {
  page: 11,
  text: 'Seven hubs, without North 1 and 2: +1.9 points (46% of 4.2) for €4.6m.',
};
export const payback: ScopeLine = {
  page: 11,
  text: 'One-off cost €9.0m. Net saving €3.0m in FY26, €8.5m in FY27, €12.6m in FY28, at FY25 volume.',
};
export const choice: ScopeLine = {
  page: 13,
  text: 'On 18 March the board chooses between nine, seven and five hubs.',
};
export const start: ScopeLine = { page: 13, text: 'The first closure starts in H1 FY26.' };
