/** The widths at which the layout changes. `variants.ts` makes the Tailwind variants `md`, `max-md` and so on from them. */
export const breakpoints = { md: '48rem', lg: '64rem', xl: '80rem' } as const;
