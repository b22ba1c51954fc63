import * as z from 'zod/mini';
import { seal, unseal } from '../sealed.ts';
import type { Hmac } from '../signup/visitor.ts';

/** The number of days for which a link to an entry works, counted from the day of its mail. */
export const linkDays = 30;

const dayMs = 24 * 60 * 60 * 1000;

/**
 * The permission that a link in a mail gives.
 * - `entry`: to see, confirm, change and remove the entry of `email`, for {@link linkDays} days.
 * - `change`: the same, and confirming moves the entry of `from` to `email`.
 * - `remove`: to remove the entry of `email`, without an end.
 */
export type EntryLink =
  | { purpose: 'entry'; email: string }
  | { purpose: 'change'; email: string; from: string }
  | { purpose: 'remove'; email: string };

const sealedLink = z.object({
  purpose: z.enum(['entry', 'change', 'remove']),
  email: z.string(),
  from: z.optional(z.string()),
  /** Day of the mail, UTC. */
  day: z.iso.date(),
});

const use = 'entry-link';

/**
 * Returns the token of a link: the permission and the day, with an HMAC-SHA-256 over both.
 * @param now the day of the mail.
 */
export async function sealLink(
  link: EntryLink,
  secret: string,
  hmac: Hmac,
  now: Date,
): Promise<string> {
  const day = now.toISOString().slice(0, 10);
  return seal(use, { ...link, day }, secret, hmac);
}

/**
 * Returns the permission of a token; null for a token that we did not make or that has ended. Never rejects for a bad
 * token.
 */
export async function openLink(
  token: string,
  secret: string,
  hmac: Hmac,
  now: Date,
): Promise<EntryLink | null> {
  const { success, data } = sealedLink.safeParse(await unseal(use, token, secret, hmac));
  if (!success) return null;
  const { purpose, email, from, day } = data;
  if (purpose === 'remove') return { purpose, email };
  if (now.getTime() - Date.parse(day) > (linkDays + 1) * dayMs) return null;
  if (purpose === 'entry') return { purpose, email };
  return from === undefined ? null : { purpose, email, from };
}
