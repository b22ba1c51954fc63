/**
 * The colours of the site, as `[light, dark]`, or a single colour for both. The theme (`client/styles/colors.ts`), the
 * share images, the icons and `theme-color` read them.
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
  // Both themes have the same value. Two values make a CSS variable, which forced colours can override.
  'on-marker': ['#16202b', '#16202b'],
  danger: ['#a3261b', '#ff9c8c'],
  'danger-tint': ['#fbebe6', '#2b1a19'],
  night: ['#16202b', '#212c38'],
  'on-night': ['#f6f3ea', '#f1ecdf'],
  'on-night-2': ['#bfc3c6', '#bfbfb9'],
  'night-rule': ['#3a444f', '#3b4652'],
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
  // In the dark theme the window and the dialog have an outline in place of a shadow.
  'window-outline': ['#36414d'],
  'dialog-outline': ['#3b4652'],
} as const satisfies Record<string, readonly [light: string, dark?: string]>;

export type Color = keyof typeof colors;
