/**
 * Every colour of the site, written once, as `[light, dark]` or one for both. The theme
 * (`client/styles/colors.ts`), the share images, the icons and `theme-color` read it.
 */
export const colors = {
  paper: ['#f6f3ea', '#10161d'],
  sheet: ['#fffdf8', '#182029'],
  tint: ['#ece8db', '#0a0f14'],
  ink: ['#16202b', '#f1ecdf'],
  'ink-2': ['#3f4954', '#bfbfb9'],
  'ink-3': ['#5c6470', '#969ba1'],
  rule: ['#d8d2c2', '#2b343f'],
  edge: ['#858477', '#6f7883'],
  marker: ['#f3e83c', '#ede24a'],
  'marker-deep': ['#dccb12', '#cdbf1f'],
  // Twice, so that it stays a variable, which forced colours set.
  'on-marker': ['#16202b', '#16202b'],
  danger: ['#a3261b', '#ff9c8c'],
  'danger-tint': ['#fbebe6', '#2b1a19'],
  night: ['#16202b', '#f1ecdf'],
  'on-night': ['#f6f3ea', '#16202b'],
  'on-night-2': ['#bfc3c6', '#4a525c'],
  'night-rule': ['#3a444f', '#c9c2b1'],
  app: ['#fffdf8', '#1a222b'],
  'app-2': ['#f9f6ee', '#141b23'],
  'app-desk': ['#e6e1d3', '#0b1016'],
  slide: ['#ffffff', '#f5f1e7'],
  'slide-ink': ['#16202b'],
  'slide-ink-2': ['#4c5661'],
  'slide-mid': ['#76828e'],
  'slide-light': ['#c6cbd0'],
  'slide-rule': ['#dadcdd', '#d6d2c7'],
  backdrop: ['#10161d'],
  // In the dark, what lies over the page has an outline where it has a shadow by day.
  'window-outline': ['#36414d'],
  'dialog-outline': ['#3b4652'],
} as const satisfies Record<string, readonly [light: string, dark?: string]>;

export type Color = keyof typeof colors;
