import { expect, test } from 'vitest';
import type { Ask, Reply } from './messages.ts';
import { createTurns } from './turns.ts';

const signUp = (id: number): Ask => ({ id, question: { record: { attempt: null, signup: null } } });
const query = (id: number): Ask => ({
  id,
  question: { query: { statement: 'select 1', parameters: [] } },
});

/** A thread whose work takes one turn of the event loop; `poison` fails, alone or among others. */
function createThread(poison = -1) {
  const transactions: number[][] = [];
  const replies: Reply[] = [];
  const sent: number[] = [];
  let isClosed = false;
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const turns = createTurns({
    async one({ id }) {
      await turn();
      transactions.push([id]);
      return id === poison ? { id, error: 'bad' } : { id, answer: id };
    },
    async many(asks) {
      await turn();
      const ids = asks.map(({ id }) => id);
      if (ids.includes(poison)) throw new Error('bad');
      transactions.push(ids);
      return ids.map((id) => ({ id, answer: id }));
    },
    reply(some) {
      sent.push(some.length);
      replies.push(...some);
    },
    onClose: () => {
      isClosed = true;
    },
  });
  const settled = async (count: number) => {
    while (replies.length < count) await turn();
  };
  return { turns, transactions, replies, sent, settled, isClosed: () => isClosed };
}

test('sign-ups that wait are saved in one transaction', async () => {
  const thread = createThread();
  thread.turns.take([signUp(1)]);
  thread.turns.take([signUp(2)]);
  thread.turns.take([signUp(3)]);
  await thread.settled(3);
  expect(thread.transactions).toEqual([[1], [2, 3]]);
});

test('no transaction holds more than 64', async () => {
  const thread = createThread();
  thread.turns.take(Array.from({ length: 130 }, (_, index) => signUp(index + 1)));
  await thread.settled(130);
  expect(thread.sent).toEqual([64, 64, 2]);
  expect(thread.replies.map(({ id }) => id)).toEqual(Array.from({ length: 130 }, (_, i) => i + 1));
});

test('other questions keep their place among sign-ups', async () => {
  const thread = createThread();
  thread.turns.take([signUp(1), signUp(2), query(3), signUp(4), query(5)]);
  await thread.settled(5);
  expect(thread.transactions).toEqual([[1, 2], [3], [4], [5]]);
});

test('one bad sign-up fails alone, the others are saved', async () => {
  const thread = createThread(2);
  thread.turns.take([signUp(1), signUp(2), signUp(3)]);
  await thread.settled(3);
  expect(thread.replies).toEqual([
    { id: 1, answer: 1 },
    { id: 2, error: 'bad' },
    { id: 3, answer: 3 },
  ]);
});

test('it closes after everything that was asked before', async () => {
  const thread = createThread();
  thread.turns.take([signUp(1), { id: 2, question: { close: true } }]);
  expect(thread.isClosed()).toBe(false);
  await thread.settled(2);
  expect(thread.transactions).toEqual([[1], [2]]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(thread.isClosed()).toBe(true);
});
