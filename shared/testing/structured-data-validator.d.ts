/** Knows the rules of rich results; the package brings no types of its own. */
declare module '@adobe/structured-data-validator';
