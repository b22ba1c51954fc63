/** How every command ends. */
export const exitCodes = { good: 0, problem: 1, wrongUsage: 2 } as const;
