/** Checks structured data by the rules of rich results. The package has no types. */
declare module '@adobe/structured-data-validator';
