declare module '@adobe/structured-data-validator' {
  interface Issue {
    rootType: string;
    severity: 'ERROR' | 'WARNING';
    issueMessage: string;
  }

  /** Knows the rules of rich results, and, given schema.org's vocabulary, its types and properties. */
  export default class Validator {
    constructor(vocabulary?: unknown);
    validate(extracted: { jsonld: Record<string, unknown[]> }): Promise<Issue[]>;
  }
}
