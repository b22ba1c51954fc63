/** What is handed on; the function judges it. */
export interface Signup {
  email: unknown;
  source: unknown;
  turnstileToken: unknown;
  formFillTime: unknown;
  userAgent: unknown;
  website?: unknown;
}
