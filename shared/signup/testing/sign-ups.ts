import { signupLimits } from '../contract.ts';
import type { SignupRequest } from '../fields.ts';
import type { AcceptedSignup, StoredNotice } from '../store.ts';

/** A notice with its version: the first 12 hexadecimal digits of the SHA-256 of the text. */
export const shownNotice: StoredNotice = {
  version: '659d0d610218',
  text: 'Deckwright keeps your address.',
};

/** A good sign-up with every field that a browser sends. */
export const sentSignup = {
  email: 'ada@company.com',
  source: 'hero',
  turnstileToken: null,
  formFillTime: signupLimits.minimumFillTimeMs + 500,
  userAgent: 'Firefox',
  campaign: 'newsletter/launch',
  notice: shownNotice.version,
} satisfies Required<SignupRequest>;

/** The address of the page on which that prospect arrived. The campaign is read from it. */
export const arrivalAddress =
  'https://deckwright.example/?utm_source=newsletter&utm_campaign=launch';

/** The same sign-up as the rules pass it to a store. */
export const acceptedSignup: AcceptedSignup = {
  email: sentSignup.email,
  source: 'hero',
  botCheck: 'passed',
  userAgent: sentSignup.userAgent,
  formFillTime: sentSignup.formFillTime + 0.5,
  campaign: sentSignup.campaign,
  notice: sentSignup.notice,
  limitPerAddressDay: 5,
  asksConfirmation: false,
  queuesEvents: false,
  waitedMs: null,
};
