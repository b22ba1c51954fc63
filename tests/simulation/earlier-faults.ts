import { deepStrictEqual } from 'node:assert/strict';
import { dayMs, hourMs, largestLimit, type Sent } from './model.ts';
import { move } from './operations.ts';
import { SqliteWorld } from './sqlite-world.ts';
import type { World } from './world.ts';
import type { WorldName } from './worlds.ts';

const nothing = { sent: undefined, stored: null };
const sent: Sent = {
  email: 'ada@prospects.example',
  visitor: '192.0.2.1',
  token: null,
  formFillTime: 2000,
  website: '',
  isForm: false,
  campaign: nothing,
  notice: nothing,
  userAgent: { sent: 'Browser', stored: 'Browser' },
};

async function restoreAfterErasure(world: World): Promise<void> {
  if (!(world instanceof SqliteWorld)) throw new Error('only the world of SQLite has backups');
  await world.signUp(0, sent);
  await world.backUp();
  await world.erase(sent.email);
  await world.restore(0);
}

/** Makes two backups, sets the clock back, restores the first, erases the address, and restores the second. */
async function restoreAfterLateErasure(world: World): Promise<void> {
  if (!(world instanceof SqliteWorld)) throw new Error('only the world of SQLite has backups');
  await world.backUp();
  await world.signUp(0, sent);
  await world.pass(1);
  await world.backUp();
  world.clock.jump(-hourMs);
  await world.restore(0);
  await world.signUp(0, sent);
  await world.erase(sent.email);
  await world.restore(1);
}

/** Signs an address up again after its erasure, while the clock is behind the erasure. */
async function moveBehindErasure(world: World): Promise<void> {
  await world.signUp(0, sent);
  await world.erase(sent.email);
  world.clock.jump(-hourMs);
  await world.signUp(0, sent);
  await move(world);
}

/** More than the steps of a restore. */
const mostSteps = 24;

/** Kills a restore at each of its steps, the last one first, and erases after each kill. */
async function killRestore(world: World): Promise<void> {
  if (!(world instanceof SqliteWorld)) throw new Error('only the world of SQLite has backups');
  const ends = new Set<string | undefined>();
  for (let step = mostSteps; step >= 0; step -= 1) {
    await world.signUp(0, sent);
    await world.backUp();
    ends.add(await world.restore(mostSteps - step, step));
    await world.checkAddresses();
    await world.erase(sent.email);
    await world.pass(hourMs);
  }
  deepStrictEqual([...ends], ['ended', 'killed late', 'killed early']);
}

/** The shortest sequences in which the simulation has found faults. The world itself checks each promise. */
export const earlierFaults: [
  title: string,
  name: WorldName,
  play: (world: World) => Promise<unknown>,
][] = [
  [
    'a server of PostgreSQL that started without its certificate takes sign-ups once the certificate is there',
    'postgres',
    async (world) => {
      await world.break('database', 'has an unknown certificate');
      await world.restart(0);
      await world.signUp(0, sent);
      await world.heal();
      await world.signUp(0, sent);
    },
  ],
  [
    'with the largest limit by visitor, PostgreSQL takes a sign-up from an IPv6 address',
    'postgres',
    async (world) => {
      await world.deployLimits({ visitorHour: largestLimit, addressDay: 2 });
      await world.signUp(0, { ...sent, visitor: '2001:db8:1:1::1' });
    },
  ],
  [
    'with PostgreSQL frozen, a sign-up is answered within 6 seconds',
    'postgres',
    async (world) => {
      await world.break('database', 'falls silent');
      await world.signUp(0, sent);
    },
  ],
  [
    'with the SQLite file locked, sign-ups at the same moment are answered within 6 seconds',
    'sqlite',
    async (world) => {
      await world.break('disk', 'locked');
      await world.signUpAtOnce(0, Array<Sent>(8).fill(sent));
    },
  ],
  [
    'a server that stops while the function is slow loses no count',
    'supabase',
    async (world) => {
      await world.break('function', 'is slow');
      await world.restartWhileWriting(0);
    },
  ],
  [
    'a page that was read before midnight counts for that day',
    'sqlite',
    async (world) => {
      world.count(0, 'page_read', '/');
      await world.pass(dayMs);
    },
  ],
  ['a restore brings no erased address back', 'sqlite', restoreAfterErasure],
  [
    'a restore brings no address back that was erased after the clock was set back',
    'sqlite',
    restoreAfterLateErasure,
  ],
  [
    'a move copies a new sign-up of an erased address that was made after the clock was set back',
    'sqlite',
    moveBehindErasure,
  ],
  [
    'a restore that is killed at any step leaves no copy that erase does not find',
    'sqlite',
    killRestore,
  ],
  [
    'with a 404 of a gateway, the outbox stores the sign-up',
    'supabase',
    async (world) => {
      await world.break('function', 'answers 404 of a gateway');
      await world.signUp(0, sent);
    },
  ],
  [
    'with HTML and status 200 in place of an answer, the outbox stores the sign-up',
    'supabase',
    async (world) => {
      await world.break('function', 'answers 200 in HTML');
      await world.signUp(0, sent);
    },
  ],
  [
    'a function with a longer minimum fill time takes the sign-ups that wait in the outbox',
    'supabase',
    async (world) => {
      await world.break('function', 'refuses');
      await world.signUp(0, sent);
      world.deployFunction(3000);
    },
  ],
];
