import fc from 'fast-check';
import { expect, test } from 'vitest';
import { processSignup } from '../../shared/signup/process.ts';
import { createWorld } from '../../shared/signup/testing/process-world.ts';
import { sentSignup } from '../../shared/signup/testing/sign-ups.ts';
import { atEnd } from '../../shared/testing/at-end.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { createSqliteEntries } from '../stores/sqlite/entries.ts';
import { createSqliteFile } from '../stores/sqlite/file.ts';
import { createSqliteStore } from '../stores/sqlite/store.ts';

const file = createSqliteFile(temporaryFolder());
atEnd(file.close);

function createList() {
  const { dependencies } = createWorld({ verdict: null });
  const store = createSqliteStore(file);
  const all = {
    ...dependencies,
    store,
    hasMail: true,
    linkSecret: async () => 'the key of the receipts',
    settings: { ...dependencies.settings, SIGNUP_LIMIT_PER_VISITOR_HOUR: 10_000 },
  };
  return async (email: string, replaces?: string) => {
    const signup = { ...sentSignup, email, replaces };
    const outcome = await processSignup(signup, { visitor: '203.0.113.1' }, all);
    return { ...outcome, receipt: outcome.ok ? (outcome.receipt ?? '') : '' };
  };
}

/** What an observer does: signs up one of three addresses, with one of the receipts that it has got, or without. */
const step = fc.record({ address: fc.integer({ min: 0, max: 2 }), receipt: fc.nat({ max: 8 }) });

/** The answer without what is random or names the address: the length of the receipt stays. */
const seen = ({ receipt, ...outcome }: { receipt: string }) => ({
  ...outcome,
  receiptLength: receipt.length,
});

test('an observer with all answers cannot tell whether an address was on the list', async () => {
  const signUp = createList();
  let lists = 0;
  const observe = async (steps: { address: number; receipt: number }[], known: boolean[]) => {
    lists += 1;
    const emailOf = (address: number) =>
      `person-${address}@list-${String(lists).padStart(6, '0')}.example`;
    for (const [address, isKnown] of known.entries()) {
      if (isKnown) await signUp(emailOf(address));
    }
    const receipts: string[] = [];
    const answers: object[] = [];
    for (const { address, receipt } of steps) {
      const answer = await signUp(emailOf(address), receipts[receipt]);
      receipts.push(answer.receipt);
      answers.push(seen(answer));
    }
    const kept = await file.commit(
      (sql) => sql.all`select email from signups where email like ${`%${emailOf(0).slice(8)}`}`,
    );
    const names = kept.map(({ email }) => String(email));
    return { answers, lost: known.some((isKnown, at) => isKnown && !names.includes(emailOf(at))) };
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 8 }),
      fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
      async (steps, known) => {
        const [here, there] = [
          await observe(steps, known),
          await observe(steps, [false, false, false]),
        ];
        expect(here.answers).toEqual(there.answers);
        // No observer removes an address that was on the list before.
        expect(here.lost).toBe(false);
      },
    ),
    { numRuns: 60 },
  );
});

test('a receipt removes the mail that was not attempted, and no entry that was confirmed', async () => {
  const signUp = createList();
  const mails = () =>
    file.commit((sql) => sql.all`select email from mails where email like '%@mail.example'`);
  const first = await signUp('wrong@mail.example');
  expect(await mails()).toHaveLength(1);
  await signUp('right@mail.example', first.receipt);
  expect(await mails()).toEqual([{ email: 'right@mail.example' }]);
  const second = await signUp('confirmed@mail.example');
  await createSqliteEntries(file).confirm('confirmed@mail.example');
  await signUp('other@mail.example', second.receipt);
  expect(await createSqliteEntries(file).read('confirmed@mail.example')).not.toBeNull();
});
