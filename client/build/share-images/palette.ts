import { colors } from '../../../shared/colors.ts';

/** The light colours of the design, for pictures that know no colour scheme. */
export const palette = {
  paper: colors.paper[0],
  ink: colors.ink[0],
  ink2: colors['ink-2'][0],
  onNight: colors.ink[1],
  rule: colors.rule[0],
  marker: colors.marker[0],
  markerDeep: colors['marker-deep'][0],
  slide: colors.slide[0],
  slideInk: colors['slide-ink'][0],
  slideInk2: colors['slide-ink-2'][0],
  slideMid: colors['slide-mid'][0],
} as const;
