import {
  isEmail,
  normaliseEmail,
  type SignupRequest,
  signupErrors,
  signupLimits,
  signupTexts,
} from '../../shared/signup/contract.ts';

/** What the dialog shows. A failed attempt is the form again, with the reason above its button. */
export type SignupState =
  | { phase: 'form'; error: string | null }
  | { phase: 'sending' }
  | { phase: 'joined' };

export type BotCheck =
  | { kind: 'off' }
  /** The script or the visitor’s proof is awaited. */
  | { kind: 'checking'; asks: boolean }
  | { kind: 'passed'; token: string }
  /** The check could not be made: the form goes on without it. */
  | { kind: 'fallback' };

export const emptyForm: SignupState = { phase: 'form', error: null };

/** What stands in the form when its button is pressed. */
export interface Entry {
  email: string;
  /** The honeypot. */
  website: string;
  /** Milliseconds since the dialog was opened. */
  fillTimeMs: number;
}

/** Whether the button can be pressed at all. */
export const isReady = (email: string, botCheck: BotCheck): boolean =>
  email.trim() !== '' && botCheck.kind !== 'checking';

export type Attempt =
  | { kind: 'nothing' }
  | { kind: 'refused'; error: string }
  | { kind: 'send'; request: Omit<SignupRequest, 'source' | 'userAgent'> };

/** What pressing the button comes to. An empty or invalid address does nothing and says nothing. */
export function attempt(entry: Entry, botCheck: BotCheck): Attempt {
  const email = normaliseEmail(entry.email);
  if (!isEmail(email) || !isReady(email, botCheck)) return { kind: 'nothing' };
  if (entry.fillTimeMs < signupLimits.minimumFillTimeMs) {
    return { kind: 'refused', error: signupErrors.too_fast.message };
  }
  if (entry.website !== '') return { kind: 'refused', error: signupErrors.honeypot.message };
  return {
    kind: 'send',
    request: {
      email,
      turnstileToken: botCheck.kind === 'passed' ? botCheck.token : null,
      formFillTime: Math.round(entry.fillTimeMs),
    },
  };
}

/** The text of whatever was thrown. */
export function errorText(thrown: unknown): string {
  if (!(thrown instanceof Error)) return signupTexts.notAnError;
  return thrown.message || signupTexts.noMessage;
}
