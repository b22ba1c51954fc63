/** How many toasts are seen at once, for how long, and how wide they are. */
export const toastDefaults = { visible: 3, durationMs: 4000, widthPx: 356 } as const;
