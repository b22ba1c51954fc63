import { isEmail, normaliseEmail } from '../../shared/address.ts';
import type { Arrival } from '../../shared/signup/campaign.ts';
import { asSource, signupLimits } from '../../shared/signup/contract.ts';
import type { SignupRequest } from '../../shared/signup/fields.ts';
import { readFields } from '../../shared/signup/origins.ts';
import { signupErrors } from '../../shared/signup/outcomes.ts';
import type { BotCheck } from './bot-check.ts';
import { openingFields } from './opening.ts';
import type { Opening } from './signup-fields.tsx';

declare global {
  interface Navigator {
    /** Some browsers do not have this property (w3c.github.io/gpc). */
    readonly globalPrivacyControl?: boolean;
  }
}

/**
 * Returns how the visitor arrived at this document; null if the browser asks not to share data (Global Privacy Control). The
 * browser itself remembers the address of the first page: nothing is stored.
 */
function arrival(): Arrival | null {
  if (navigator.globalPrivacyControl) return null;
  const [{ name } = { name: '' }] = performance.getEntriesByType('navigation');
  return { address: new URL(name, location.href), referrer: document.referrer };
}

/** Reads the form. Its fields keep their own values, so that no letter typed before React arrived is lost. */
export function readForm(form: HTMLFormElement, botCheck: BotCheck) {
  const data = new FormData(form);
  const inputs = (name: string) => data.getAll(name).map(String);
  const fillTime = performance.now() - Number(inputs(openingFields.openedAt)[0]);
  const fields = readFields({
    inputs,
    arrival: arrival(),
    userAgent: navigator.userAgent,
    fillTime,
    token: botCheck.kind === 'passed' ? botCheck.token : null,
  });
  return { ...fields, email: normaliseEmail(fields.email), formFillTime: fillTime, botCheck };
}

/** The content of the form at the moment it is submitted. */
export type FormContent = ReturnType<typeof readForm>;

/** Returns how the dialog was opened in which a form was sent. The time is the latest that the fill time allows. */
export const openingOf = ({ source, formFillTime }: FormContent): Opening => ({
  source,
  openedAt: performance.now() - formFillTime,
});

/** Returns false if a press of the button does nothing: the address is invalid, or the bot check is under way. */
export const canBeSent = ({ email, botCheck }: FormContent): boolean =>
  isEmail(email) && botCheck.kind !== 'checking';

/** Returns the request for a form. Throws an Error with the text to show if the form is refused before it is sent. */
export function toRequest({ website, botCheck: _, ...fields }: FormContent): SignupRequest {
  const { source, formFillTime } = fields;
  if (formFillTime < signupLimits.minimumFillTimeMs) throw new Error(signupErrors.too_fast.message);
  if (website !== '') throw new Error(signupErrors.honeypot.message);
  return { ...fields, source: asSource(source), formFillTime: Math.round(formFillTime) };
}
