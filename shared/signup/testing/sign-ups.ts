import type { SignupRequest } from '../contract.ts';
import type { AcceptedSignup } from '../store.ts';

/** A sign-up with nothing wrong, as the form sends it. */
export const sentSignup: SignupRequest = {
  email: 'ada@company.com',
  source: 'hero',
  turnstileToken: null,
  formFillTime: 2500,
  userAgent: 'Firefox',
};

/** The same as the rules hand it to a store. */
export const acceptedSignup: AcceptedSignup = {
  email: sentSignup.email,
  source: 'hero',
  botCheck: 'passed',
  userAgent: 'Firefox',
  formFillTimeMs: 2500.5,
  limitPerAddressDay: 5,
};
