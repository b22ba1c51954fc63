import { linkKinds } from '../../shared/entry/link.ts';

/** The mails to a prospect. Each has a link to the entry. */
export const mailKinds = linkKinds;

/** The events about an entry that another system receives. */
export const eventKinds = ['signup.created', 'signup.confirmed', 'signup.removed'] as const;
export type EventKind = (typeof eventKinds)[number];

export type DeliveryKind = (typeof mailKinds)[number] | EventKind;
