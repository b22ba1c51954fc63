import { site } from '../site.ts';

/** Every way a sign-up can fail: stable code → HTTP status and the text a prospect reads. */
export const signupErrors = {
  invalid_request: {
    status: 400,
    message: 'The sign-up could not be read. Please reload the page and try again.',
  },
  too_fast: { status: 400, message: 'Please take a moment to review your information.' },
  honeypot: { status: 400, message: 'Please try again.' },
  unauthorized: { status: 401, message: 'The request carries no key that is accepted here.' },
  bot_check_failed: { status: 403, message: 'The bot check did not pass. Please try again.' },
  forbidden_origin: { status: 403, message: 'Sign-ups are accepted from this site only.' },
  not_found: { status: 404, message: 'There is nothing at this address.' },
  method_not_allowed: { status: 405, message: 'This address does not answer that method.' },
  too_large: { status: 413, message: 'The sign-up is larger than 8 KB.' },
  unsupported_media_type: { status: 415, message: 'Send the sign-up as JSON or as a form.' },
  invalid_email: { status: 422, message: 'Please enter a valid email address.' },
  rate_limited: { status: 429, message: 'Too many attempts. Please try again later.' },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  upstream_fetch: { status: 502, message: 'Failed to send a request to the Edge Function' },
  upstream_relay: { status: 502, message: 'Relay Error invoking the Edge Function' },
  upstream_http: { status: 502, message: 'Edge Function returned a non-2xx status code' },
  bot_check_unavailable: {
    status: 503,
    message: 'The bot check is out of reach right now. Please try again in a moment.',
  },
  unavailable: {
    status: 503,
    message: 'Sign-ups are briefly unavailable. Please try again in a moment.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type SignupErrorCode = keyof typeof signupErrors;
export const signupErrorCodes = Object.keys(signupErrors) as SignupErrorCode[];

/** Texts of the modal that do not come from a code. */
export const signupTexts = {
  success: `Thank you for your interest in ${site.name}. We'll keep you updated on our progress.`,
  successTitle: 'Successfully signed up!',
  joined: "You're on the list!",
  errorTitle: 'Error',
  /** Follows the message of `upstream_fetch`, which the specification fixes. */
  connectionFailed:
    'The connection failed. Nothing is lost: your email is still in the form, so please try again.',
  noMessage: 'Failed to sign up',
  notAnError: 'Failed to sign up. Please try again.',
} as const;

export type Joined = { ok: true; message?: string | undefined };

export interface Refusal {
  ok: false;
  code: SignupErrorCode;
  message: string;
  retryAfterSeconds?: number | undefined;
}

/** How one sign-up ended, as every caller sees it. */
export type SignupOutcome = Joined | Refusal;

/** The refusal of a code, as every side writes it. */
export const refusal = (code: SignupErrorCode, retryAfterSeconds?: number): Refusal => ({
  ok: false,
  code,
  message: signupErrors[code].message,
  retryAfterSeconds,
});
