import type { SignupRequest } from '../fields.ts';
import type { AcceptedSignup } from '../store.ts';

/** A good sign-up with every field that a browser sends. */
export const sentSignup = {
  email: 'ada@company.com',
  source: 'hero',
  turnstileToken: null,
  formFillTime: 2500,
  userAgent: 'Firefox',
  campaign: 'newsletter/launch',
} satisfies Required<SignupRequest>;

/** The same sign-up as the rules pass it to a store. */
export const acceptedSignup: AcceptedSignup = {
  email: sentSignup.email,
  source: 'hero',
  botCheck: 'passed',
  userAgent: sentSignup.userAgent,
  formFillTime: 2500.5,
  campaign: sentSignup.campaign,
  limitPerAddressDay: 5,
  asksConfirmation: false,
};
