import { expect, test } from 'vitest';
import { seal } from '../sealed.ts';
import { openReceipt, sealReceipt } from './receipt.ts';
import { nodeHmac } from './testing/process-world.ts';

const made = { email: 'ada@company.com', attempt: '4b7f1a52-6b0e-4c55-9d3c-0f2f6f1f7a10' };
const secret = 'the key of the receipts';
const now = new Date('2026-11-23T12:00:00Z');
const hour = 60 * 60 * 1000;
const open = (receipt: string, hoursLater = 0, isFromOutbox = false) =>
  openReceipt(receipt, secret, nodeHmac, new Date(now.getTime() + hoursLater * hour), isFromOutbox);

test('a receipt opens within a day, and later only for a sign-up from the outbox', async () => {
  const receipt = await sealReceipt(made, secret, nodeHmac, now);
  expect(await open(receipt)).toEqual(made);
  expect(await open(receipt, 24)).toEqual(made);
  expect(await open(receipt, 25)).toBeNull();
  expect(await open(receipt, 25, true)).toEqual(made);
});

test.each([
  ['an empty text', ''],
  ['another text', 'abc'],
  ['a receipt under another key', await sealReceipt(made, 'another key', nodeHmac, now)],
  ['a link of a mail', await seal('entry-link', { ...made, at: now }, secret, nodeHmac)],
  ['a receipt with another shape', await seal('signup-receipt', { email: 'a' }, secret, nodeHmac)],
])('%s opens nothing', async (_name, text) => {
  expect(await open(text)).toBeNull();
});
