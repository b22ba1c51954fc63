/** Prints a length of a chart in percent, with one decimal at most. */
export const percent = (value: number): string => `${Math.round(value * 10) / 10}%`;
