import {
  asSource,
  isEmail,
  normaliseEmail,
  type SignupRequest,
  signupLimits,
} from '../../shared/signup/contract.ts';
import { signupErrors, signupTexts } from '../../shared/signup/outcomes.ts';
import type { BotCheck } from './bot-check.ts';

/** Reads the fields, which keep their own values, so that no letter typed before React is lost. */
export function readEntry(form: HTMLFormElement, botCheck: BotCheck) {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '');
  const openedAt = Number(form.closest('dialog')?.dataset.openedAt ?? 0);
  return {
    email: normaliseEmail(text('email')),
    /** Which button opened the dialog: the boot script adds it to the form’s data, and notes when on the dialog. */
    source: text('source'),
    /** The honeypot. */
    website: text('website'),
    fillTimeMs: performance.now() - openedAt,
    botCheck,
  };
}

/** What stands in the form when its button is pressed. */
export type Entry = ReturnType<typeof readEntry>;

/** Whether pressing the button does anything: it says nothing about an empty or invalid address. */
export const canBeSent = ({ email, botCheck }: Entry): boolean =>
  isEmail(email) && botCheck.kind !== 'checking';

/** What is sent for an entry. Throws an Error with the text to show where it is refused here already. */
export function toRequest({ email, source, website, fillTimeMs, botCheck }: Entry): SignupRequest {
  if (fillTimeMs < signupLimits.minimumFillTimeMs) throw new Error(signupErrors.too_fast.message);
  if (website !== '') throw new Error(signupErrors.honeypot.message);
  return {
    email,
    source: asSource(source),
    turnstileToken: botCheck.kind === 'passed' ? botCheck.token : null,
    formFillTime: Math.round(fillTimeMs),
    userAgent: navigator.userAgent,
  };
}

/** The text of whatever was thrown. */
export function errorText(thrown: unknown): string {
  if (!(thrown instanceof Error)) return signupTexts.notAnError;
  return thrown.message || signupTexts.noMessage;
}
