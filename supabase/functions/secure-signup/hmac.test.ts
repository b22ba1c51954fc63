import { expect, test } from 'vitest';
import { nodeHmac } from '../../../shared/signup/testing/hmac.ts';
import { webHmac } from './hmac.ts';

test('the function and the server make the same hash of a visitor', async () => {
  for (const text of ['', '192.0.2.7', '2001:db8:1:2', 'é'.repeat(200)]) {
    expect(await webHmac('a key', text)).toBe(nodeHmac('a key', text));
  }
});
