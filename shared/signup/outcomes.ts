import type { BotVerdict } from './contract.ts';

/** The code is a verdict on this sign-up. The same sign-up gets the same verdict again. */
const verdict = { isVerdict: true, mayRetry: false, endsSignup: true } as const;
/** The code is no verdict on this sign-up: the request, a key, an address or a service is at fault. */
const fault = { isVerdict: false, mayRetry: true, endsSignup: true } as const;
/** The code answers another request, or a fault of the server. */
const otherRequest = { isVerdict: false, mayRetry: true, endsSignup: false } as const;

interface ErrorFacts {
  /** The HTTP status. */
  status: number;
  /** The text that a prospect reads. */
  message: string;
  /** Whether the rules judged this sign-up. The outbox keeps every sign-up without a verdict. */
  isVerdict: boolean;
  /** Whether the same sign-up may succeed later. The outbox sets a sign-up aside when it may not. */
  mayRetry: boolean;
  /** Whether a request that is a sign-up can end with the code. Such a code has a page and metrics. */
  endsSignup: boolean;
}

/** Every way a sign-up can fail, by its stable code. */
export const signupErrors = {
  invalid_request: {
    ...verdict,
    status: 400,
    message: 'The request could not be read. Please reload the page and try again.',
  },
  too_fast: {
    ...verdict,
    status: 400,
    message: 'Please take a moment to review your information.',
  },
  honeypot: { ...verdict, status: 400, message: 'Please try again.' },
  unauthorized: {
    ...fault,
    status: 401,
    message: 'The request carries no key that is accepted here.',
  },
  bot_check_failed: {
    ...verdict,
    status: 403,
    message: 'The bot check did not pass. Please try again.',
  },
  forbidden_origin: {
    ...fault,
    status: 403,
    message: 'This form is accepted from this site only.',
  },
  not_found: { ...otherRequest, status: 404, message: 'There is nothing at this address.' },
  method_not_allowed: {
    ...otherRequest,
    status: 405,
    message: 'This address does not answer that method.',
  },
  too_large: { ...verdict, status: 413, message: 'The request is larger than 8 KB.' },
  unsupported_media_type: {
    ...verdict,
    status: 415,
    message: 'Send the request as JSON or as a form.',
  },
  invalid_email: { ...verdict, status: 422, message: 'Please enter a valid email address.' },
  rate_limited: {
    ...verdict,
    mayRetry: true,
    status: 429,
    message: 'Too many attempts. Please try again later.',
  },
  internal: {
    ...otherRequest,
    status: 500,
    message: 'Something went wrong on our side. Please try again.',
  },
  upstream_fetch: {
    ...fault,
    status: 502,
    message: 'Failed to send a request to the Edge Function',
  },
  upstream_relay: {
    ...fault,
    status: 502,
    message: 'Relay Error invoking the Edge Function',
  },
  upstream_http: {
    ...fault,
    status: 502,
    message: 'Edge Function returned a non-2xx status code',
  },
  bot_check_unavailable: {
    ...fault,
    status: 503,
    message: 'The bot check is out of reach right now. Please try again in a moment.',
  },
  unavailable: {
    ...fault,
    status: 503,
    message: 'Sign-ups are briefly unavailable. Please try again in a moment.',
  },
} as const satisfies Record<string, ErrorFacts>;

export type SignupErrorCode = keyof typeof signupErrors;
export const signupErrorCodes = Object.keys(signupErrors) as SignupErrorCode[];
/** The codes that a sign-up can end with. */
export const signupEndCodes = signupErrorCodes.filter((code) => signupErrors[code].endsSignup);

export interface Joined {
  ok: true;
  message?: string | undefined;
  /**
   * True if a mail follows, and absent otherwise. The value is the same for every address: a new one, a known one, and one
   * that has got as many mails as it may get.
   */
  mail?: true | undefined;
  /** The result of the bot check, if this process knows it. No response to a prospect has it. */
  botCheck?: BotVerdict;
}

export interface Refusal {
  ok: false;
  code: SignupErrorCode;
  message: string;
  retryAfterSeconds?: number | undefined;
}

/** How one sign-up ended. */
export type SignupOutcome = Joined | Refusal;

/** The result of a step on the way to an outcome: what the step found, or the refusal that ends the sign-up. */
export type Step<Found extends object> = { refused: Refusal } | ({ refused?: undefined } & Found);

/** Returns a time in words: `in 40 minutes`, `in one minute`. */
function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'in one minute' : `in ${minutes} minutes`;
}

/** Returns the text of a refusal. The text of `rate_limited` says when the visitor may try again. */
function messageOf(code: SignupErrorCode, retryAfterSeconds: number | undefined): string {
  const { message } = signupErrors[code];
  return code === 'rate_limited' && retryAfterSeconds !== undefined
    ? message.replace('later', inWords(retryAfterSeconds))
    : message;
}

/** Returns the refusal of a code with the text of the table. */
export const refusal = (code: SignupErrorCode, retryAfterSeconds?: number): Refusal => ({
  ok: false,
  code,
  message: messageOf(code, retryAfterSeconds),
  retryAfterSeconds,
});

/** Returns the text of the page that states a failure. The page does not know when the visitor may try again, so the text names the longest wait. */
export const pageTextOf = (code: SignupErrorCode): string =>
  messageOf(code, code === 'rate_limited' ? 60 * 60 : undefined);

/** Returns the step that refuses with a code and the text of the table. */
export const refuse = (
  code: SignupErrorCode,
  retryAfterSeconds?: number,
): { refused: Refusal } => ({ refused: refusal(code, retryAfterSeconds) });

/** Returns whether a sign-up ended with a verdict on it: it was saved, or the rules refused it. */
export const isJudged = (outcome: SignupOutcome): boolean =>
  outcome.ok || signupErrors[outcome.code].isVerdict;
