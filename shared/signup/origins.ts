import { type Arrival, campaignOf } from './campaign.ts';
import type { SentName } from './fields.ts';

/** What a sign-up is read from: the dialog in a browser, or a form that was sent without JavaScript. */
export interface Reader {
  /** Returns the texts of all inputs of a name. */
  inputs(name: string): readonly string[];
  /** How the visitor arrived. Null: nothing is known, or the browser asks not to share data (Global Privacy Control). */
  arrival: Arrival | null;
  /** What the browser calls itself. */
  userAgent: string;
  /** Milliseconds from opening the form to submitting it. Null: the form has no clock. */
  fillTime: number | null;
  /** The token of the bot check. Null: there is none. */
  token: string | null;
}

const firstInput = ({ inputs }: Reader, name: string): string => inputs(name)[0] ?? '';

/** Where each field that a browser sends comes from: an input, the page's address, a header, the clock, or the widget. */
const origins = {
  email: firstInput,
  source: firstInput,
  turnstileToken: ({ token }: Reader) => token,
  formFillTime: ({ fillTime }: Reader) => fillTime,
  userAgent: ({ userAgent }: Reader) => userAgent,
  /** The honeypot: all inputs of the name, because a bot may add one. */
  website: ({ inputs }: Reader, name: string) => inputs(name).join(''),
  campaign: ({ arrival }: Reader) => arrival && campaignOf(arrival),
  notice: firstInput,
} satisfies Record<SentName, (reader: Reader, name: string) => unknown>;

/** The fields of a sign-up as they were read, before any of them is judged. */
export type ReadFields = {
  [Name in SentName]: ReturnType<(typeof origins)[Name]>;
};

/** Reads every field of a sign-up. The browser and the server both call this function. */
export const readFields = (reader: Reader): ReadFields =>
  Object.fromEntries(
    Object.entries(origins).map(([name, read]) => [name, read(reader, name)]),
  ) as ReadFields;
