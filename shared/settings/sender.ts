import * as z from 'zod/mini';
import { withAsciiDomain } from '../address.ts';

/** A sender: an address, or a display name and an address in angle brackets (RFC 5322, section 3.4). */
const form = /^(?:(?:"((?:[^"\\]|\\.)*)"|([^"<>,;:@]*?))\s*<([^<>]+)>|([^<>\s]+))$/;

export interface Sender {
  /** Empty without a display name. */
  name: string;
  address: string;
}

/** Returns the parts of a sender. The address is empty if the text is no sender. */
export function senderOf(text: string): Sender {
  const [, quoted, plain = '', bracketed, bare = ''] = form.exec(text.trim()) ?? [];
  return {
    name: quoted?.replaceAll(/\\(.)/g, '$1') ?? plain.trim(),
    address: withAsciiDomain((bracketed ?? bare).trim()),
  };
}

const address = z.email();

export const sender = z
  .string()
  .check(
    z.refine(
      (text) => address.safeParse(senderOf(text).address).success && !/[\r\n]/.test(text),
      'is neither an e-mail address nor a name with one',
    ),
  );
