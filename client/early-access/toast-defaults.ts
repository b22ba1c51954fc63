/** How many toasts are visible at once, for how long (ms), and their width (px). */
export const toastDefaults = { visible: 3, durationMs: 4000, widthPx: 356 } as const;
