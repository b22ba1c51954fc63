/** The fixed times and sizes of the dialog and its toasts. */

/** The bot-check widget’s clock: how often its script is looked for, and when the form goes on without it. */
export const botCheckTiming = { pollMs: 100, fallbackMs: 3000 } as const;

export const toastDefaults = { visible: 3, durationMs: 4000, widthPx: 356 } as const;
