import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AcceptedSignup } from '../../../shared/signup/ports.ts';
import { type EmbeddedDatabase, openDatabase } from './database.ts';

const directory = mkdtempSync(join(tmpdir(), 'deckwright-database-'));
let database: EmbeddedDatabase;

beforeAll(async () => {
  database = await openDatabase(directory, () => {});
});

afterAll(async () => {
  await database.close();
  rmSync(directory, { recursive: true, force: true });
});

const signup = (email: string): AcceptedSignup => ({
  email,
  source: 'hero',
  botCheck: 'skipped',
  userAgent: 'test',
  formFillTimeMs: 2500,
  limitPerAddressDay: 5,
});

const by = (visitorHash: string, limitPerHour = 10) => ({ visitorHash, limitPerHour });

test('sign-ups that come at once are counted exactly and each gets its own answer', async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      database.record(by('one visitor'), signup(`at-once-${index}@company.com`)),
    ),
  );
  expect(answers.map(({ saved }) => saved)).toEqual(
    Array.from({ length: 30 }, (_, index) => index < 10),
  );
  expect(answers[10]?.visitorRetryAfterSeconds).toBeGreaterThan(0);
});

test('counting alone and saving alone go together in one breath', async () => {
  const [counted, saved] = await Promise.all([
    database.record(by('counted only'), null),
    database.record(null, signup('saved-only@company.com')),
  ]);
  expect(counted).toEqual({ saved: false, visitorRetryAfterSeconds: null });
  expect(saved).toEqual({ saved: true, visitorRetryAfterSeconds: null });
});

test('a row that the database refuses takes no other with it', async () => {
  const results = await Promise.allSettled([
    database.record(by('first'), signup('first@company.com')),
    database.record(by('second'), signup('NOT LOWER@company.com')),
    database.record(by('third'), signup('third@company.com')),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  const rows = await database.query(
    `select email from deckwright.signups where email in ('first@company.com', 'third@company.com')`,
  );
  expect(rows).toHaveLength(2);
});
