import { deepStrictEqual, ok } from 'node:assert/strict';
import type { Delivery } from '../../server/deliveries/delivery.ts';
import { createMailCarrier } from '../../server/deliveries/mail-carrier.ts';
import type { Message } from '../../server/deliveries/mail-text.ts';
import { deliverNext } from '../../server/deliveries/worker.ts';
import type { DeliveryQueue } from '../../server/stores/delivery-queue.ts';
import { testSettings } from '../../server/testing/settings.ts';
import { silentLog } from '../../server/testing/silent-log.ts';
import { mailsPerAddress } from '../../shared/entry/entry.ts';
import { dayMs } from './model.ts';
import { commonSettings } from './network.ts';
import type { World } from './world.ts';

/** What the SMTP server does with each mail. */
const deliveries = {
  takes: { end: 'sent' },
  refuses: { end: 'refused', reason: 'RCPT TO: 550 5.1.1' },
  fails: { end: 'failed', reason: 'CONN: ECONNREFUSED' },
} as const satisfies Record<string, Delivery>;
export type Smtp = keyof typeof deliveries;
export const smtpAnswers = Object.keys(deliveries) as Smtp[];

/** Days in which no address may be sent more mails: those of the limit, without the days that a mail may be late. */
const limitDays = 30 - 7 - 1;

/** A world with a queue of mails. */
export type MailWorld = World & {
  openMails(): { queue: DeliveryQueue; close(): Promise<void> };
};

/** Delivers what is due, as the worker does. @returns the mails that the SMTP server has taken. */
async function deliver(world: MailWorld, smtp: Smtp): Promise<Message[]> {
  const taken: Message[] = [];
  const { queue, close } = world.openMails();
  const transport = {
    send: async (message: Message): Promise<Delivery> => {
      if (smtp === 'takes') taken.push(message);
      return deliveries[smtp];
    },
  };
  const carrier = createMailCarrier(queue, transport, testSettings(commonSettings));
  const parts = { queue, log: silentLog, count: () => {} };
  await world
    .settle(async () => {
      while (await deliverNext(carrier, parts)) {
        // The next one follows.
      }
    })
    .finally(() => world.settle(close));
  return taken;
}

/**
 * Delivers the mails that are due. Checks that each goes to an address of the list, that no mail is sent twice, and that no
 * address gets more mails than the limit allows. The links of the mails become links of the model.
 */
export async function sendMails(world: MailWorld, smtp: Smtp): Promise<string> {
  const { model, mailed } = world;
  const taken = await deliver(world, smtp);
  const now = world.clock.now();
  for (const { to, text } of taken) {
    const row = model.rows.get(to);
    ok(row, `${to} got a mail, and is not on the list`);
    const [, token = ''] = /token=([\w-]+)/.exec(text) ?? [];
    model.links.set(token, { email: to, id: row.id });
    const times = [...(mailed.get(to) ?? []), now];
    mailed.set(to, times);
    const recent = times.filter((time) => now - time < limitDays * dayMs);
    ok(recent.length <= mailsPerAddress, `${to} got ${recent.length} mails`);
  }
  if (smtp === 'takes') deepStrictEqual(await deliver(world, smtp), [], 'a mail is sent once');
  return `${smtp}, ${taken.length > 0 ? 'some' : 'none'} taken`;
}
