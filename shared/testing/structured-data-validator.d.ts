declare module '@adobe/structured-data-validator' {
  /** Knows the rules of rich results. */
  export default class Validator {
    validate(extracted: { jsonld: Record<string, unknown[]> }): Promise<unknown[]>;
  }
}
