/** When a section fades in: the share of it that is in view, and how far above the bottom edge. */
export const revealDefaults = { threshold: 0.1, bottomMarginPx: 50 } as const;
