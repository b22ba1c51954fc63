import * as z from 'zod/mini';
import { seal, unseal } from '../sealed.ts';
import type { Hmac } from './visitor.ts';

/** A sign-up that another one may replace: its address, and the id of the attempt that sent it. */
const madeSchema = z.object({ email: z.string(), attempt: z.string() });
export type MadeSignup = z.output<typeof madeSchema>;

const sealedSchema = z.extend(madeSchema, { at: z.iso.datetime() });

const use = 'signup-receipt';
/** Milliseconds for which a receipt is valid. A sign-up from the outbox may bring an older one. */
const validMs = 24 * 60 * 60 * 1000;

/**
 * Returns the receipt of a sign-up. Nothing in it depends on whether the address was on the list.
 * @param now when the sign-up was made.
 */
export const sealReceipt = (
  made: MadeSignup,
  secret: string,
  hmac: Hmac,
  now: Date,
): Promise<string> => seal(use, { ...made, at: now.toISOString() }, secret, hmac);

/**
 * Returns the sign-up of a receipt; null for a receipt that is not ours or is too old.
 * @param isFromOutbox the sign-up that brings the receipt waited in an outbox, so the age is not judged.
 */
export async function openReceipt(
  receipt: string,
  secret: string,
  hmac: Hmac,
  now: Date,
  isFromOutbox: boolean,
): Promise<MadeSignup | null> {
  const { success, data } = sealedSchema.safeParse(await unseal(use, receipt, secret, hmac));
  if (!success) return null;
  const { at, ...made } = data;
  return isFromOutbox || now.getTime() - Date.parse(at) <= validMs ? made : null;
}
