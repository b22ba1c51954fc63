import { asSource, isEmail, normaliseEmail, signupLimits } from '../../shared/signup/contract.ts';
import type { SignupRequest } from '../../shared/signup/fields.ts';
import { signupErrors, signupTexts } from '../../shared/signup/outcomes.ts';
import { arrivalCampaign } from './arrival-campaign.ts';
import type { BotCheck } from './bot-check.ts';
import { openingFields } from './names.ts';

/** Reads the form. Its fields keep their own values, so that no letter typed before React arrived is lost. */
export function readEntry(form: HTMLFormElement, botCheck: BotCheck) {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '');
  return {
    email: normaliseEmail(text('email')),
    source: text(openingFields.source),
    /** The honeypot. */
    website: text('website'),
    formFillTime: performance.now() - Number(text(openingFields.openedAt)),
    /** Where the visitor came from; undefined where nothing is known. */
    campaign: arrivalCampaign(),
    /** The version of the notice in the form. */
    notice: text('notice'),
    botCheck,
  };
}

/** The content of the form at the moment it is submitted. */
export type Entry = ReturnType<typeof readEntry> & {
  /** The receipt of an earlier sign-up, whose address this entry corrects. */
  replaces?: string;
};

/** The JSON that is sent. */
export type EntryRequest = SignupRequest & { replaces?: string | undefined };

/** Returns false if a press of the button does nothing: the address is invalid, or the bot check is under way. */
export const canBeSent = ({ email, botCheck }: Entry): boolean =>
  isEmail(email) && botCheck.kind !== 'checking';

/** Returns the request for an entry. Throws an Error with the text to show if the entry is refused before it is sent. */
export function toRequest({ website, botCheck, ...fields }: Entry): EntryRequest {
  const { source, formFillTime } = fields;
  if (formFillTime < signupLimits.minimumFillTimeMs) throw new Error(signupErrors.too_fast.message);
  if (website !== '') throw new Error(signupErrors.honeypot.message);
  return {
    // JSON leaves out what is undefined.
    ...fields,
    source: asSource(source),
    turnstileToken: botCheck.kind === 'passed' ? botCheck.token : null,
    formFillTime: Math.round(formFillTime),
    userAgent: navigator.userAgent,
  };
}

/** Returns the text to show for anything that was thrown. */
export function errorText(thrown: unknown): string {
  if (!(thrown instanceof Error)) return signupTexts.notAnError;
  const { message } = thrown;
  // This message names a part of the system that a visitor does not know: a plain sentence follows it.
  if (message === signupErrors.upstream_fetch.message)
    return `${message}. ${signupTexts.connectionFailed}`;
  return message || signupTexts.noMessage;
}
