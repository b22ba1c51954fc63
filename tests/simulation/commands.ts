import fc from 'fast-check';
import { noticeVersionOf } from '../../server/signup/notice.ts';
import { testSettings } from '../../server/testing/settings.ts';
import { sources } from '../../shared/signup/contract.ts';
import { askEntry, type EntryAsked } from './entries.ts';
import { type MailWorld, sendMails, smtpAnswers } from './mails.ts';
import {
  type Boundary,
  dayMs,
  hourMs,
  largestLimit,
  notStored,
  type Sent,
  usualSignup,
} from './model.ts';
import { commonSettings, type Faults, type Part, publishableKey, supabaseUrl } from './network.ts';
import { invite, move } from './operations.ts';
import { SqliteWorld } from './sqlite-world.ts';
import type { World } from './world.ts';
import { faultsOf, type WorldName } from './worlds.ts';

/** What the commands and their ends were, and how often. */
export type Tally = Map<string, number>;

type Command = fc.AsyncCommand<object, World>;

/** Creates a command. @param name is printed with the sequence that failed, and counted. */
function command(tally: Tally, name: string, run: (world: World) => unknown): Command {
  return {
    check: () => true,
    async run(_model, world) {
      const end = await run(world);
      // No two commands happen in the same millisecond.
      await world.pass(1);
      await world.checkAddresses();
      const kind = name.split('(')[0] ?? name;
      const key = typeof end === 'string' ? `${kind} → ${end}` : kind;
      tally.set(key, (tally.get(key) ?? 0) + 1);
    },
    toString: () => name,
  };
}

const addresses = ['ada', 'bob', 'cem', 'dee', 'eve', 'fay'].map(
  (name) => `${name}@prospects.example`,
);
const address = fc.constantFrom(...addresses);
const visitors = [
  '192.0.2.1',
  '192.0.2.2',
  '::ffff:192.0.2.1',
  '2001:db8:1:1::1',
  '2001:db8:1:1::2',
  '2001:db8:1:2::1',
];
const replica = fc.nat({ max: 2 });

const longText = 'x'.repeat(512);

/** Values at the boundaries of their fields. */
const campaigns: Boundary[] = [
  { sent: 'news', stored: 'news' },
  { sent: 'News/Launch', stored: 'news/launch' },
  { sent: 'c'.repeat(64), stored: 'c'.repeat(64) },
  ...[undefined, null, 7, '', '-', 'a b', 'a/b/c', 'c'.repeat(65)].map(notStored),
];
/** Returns notices as they are sent. @param shown the version of the notice that the sites of the world show. */
const noticesOf = (shown: string): Boundary[] => [
  { sent: shown, stored: shown },
  ...[undefined, 7, '', '0'.repeat(12), `${shown}0`, shown.slice(1)].map(notStored),
];
const userAgents: Boundary[] = [
  { sent: 'Browser', stored: 'Browser' },
  { sent: longText, stored: longText },
  { sent: `${longText}x`, stored: longText },
  { sent: 'a\0b\ud800é', stored: 'a?b??' },
  { sent: '', stored: '' },
];

const sentOf = (shownNotice: string): fc.Arbitrary<Sent> =>
  fc.record({
    email: fc.oneof(
      { weight: 8, arbitrary: address },
      { weight: 1, arbitrary: address.map((email) => ` ${email.toUpperCase()} `) },
      { weight: 1, arbitrary: fc.constantFrom('', 'ada', 'ada@x', `${'a'.repeat(65)}@x.example`) },
    ),
    visitor: fc.constantFrom(...visitors),
    token: fc.oneof(
      { weight: 5, arbitrary: fc.nat({ max: 1_000_000 }).map((number) => `good-${number}`) },
      { weight: 2, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.constantFrom('bad', 'good-again') },
    ),
    formFillTime: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(2000, 2500, 3000) },
      { weight: 1, arbitrary: fc.constantFrom(0, 1999) },
    ),
    website: fc.oneof(
      { weight: 12, arbitrary: fc.constant('') },
      fc.constant('https://spam.example'),
    ),
    isForm: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
    campaign: fc.constantFrom(...campaigns),
    notice: fc.constantFrom(...noticesOf(shownNotice)),
    userAgent: fc.constantFrom(...userAgents),
  });

const entryAsked: fc.Arbitrary<EntryAsked> = fc.record({
  action: fc.constantFrom('show', 'confirm', 'remove'),
  link: fc.oneof({ weight: 8, arbitrary: fc.nat({ max: 8 }) }, fc.constant(null)),
});

/** Sends copies of a sign-up at the same moment. */
const burst = async (world: World, [at, signup, times]: [number, Sent, number]): Promise<void> => {
  await world.signUpAtOnce(at, Array<Sent>(times).fill(signup));
};

/** Sends more sign-ups from the networks of one site than the limit of a site allows. */
async function crowd(world: World, [at, email]: [number, string]): Promise<void> {
  for (let network = 16; network < 52; network += 1) {
    const visitor = `2001:db8:1:${network.toString(16)}::1`;
    // With every further one, the same fault would be tried again.
    if ((await world.signUp(at, { ...usualSignup, email, visitor })) === 'unavailable') break;
  }
}

/** Returns the settings of a world on which the words of its notice depend. */
const hostedBy = (name: WorldName): Record<string, string> =>
  name === 'supabase'
    ? { SUPABASE_URL: supabaseUrl(0), SUPABASE_PUBLISHABLE_KEY: publishableKey }
    : {};

/** Returns the arbitrary of a sequence of commands for one world. */
export function sequences(name: WorldName, tally: Tally, maxCommands: number, replayPath?: string) {
  const sent = sentOf(noticeVersionOf(testSettings({ ...commonSettings, ...hostedBy(name) })));
  const of = <Value>(
    arbitrary: fc.Arbitrary<Value>,
    name: string,
    run: (world: World, value: Value) => unknown,
  ): fc.Arbitrary<Command> =>
    arbitrary.map((value) =>
      command(tally, `${name}(${JSON.stringify(value)})`, (world) => run(world, value)),
    );
  const signUp = of(fc.tuple(replica, sent), 'sign up', (world, [at, signup]) =>
    world.signUp(at, signup),
  );
  const parts = Object.entries(faultsOf[name]);
  const faults = parts.map(([part, kinds]) =>
    of(fc.constantFrom(...kinds), part, (world, fault) =>
      world.break(part as Part, fault as Faults[Part]).then(() => fault),
    ),
  );
  /** Does the work in a world of SQLite whose disk works. */
  const onFile = (world: World, work: (world: SqliteWorld) => unknown): unknown =>
    world instanceof SqliteWorld && world.canOperate ? work(world) : undefined;
  const entry = of(fc.tuple(replica, entryAsked), 'entry', (world, [at, asked]) =>
    askEntry(world, at, asked),
  );
  const mails = of(fc.constantFrom('takes', 'takes', ...smtpAnswers), 'mails', (world, smtp) =>
    world.canOperate ? sendMails(world as MailWorld, smtp) : undefined,
  );
  const ofWorld: Record<WorldName, fc.Arbitrary<Command>[]> = {
    sqlite: [
      mails,
      mails,
      mails,
      entry,
      entry,
      of(fc.constant(null), 'back up', (world) => onFile(world, (file) => file.backUp())),
      of(fc.nat({ max: 9 }), 'restore', (world, which) =>
        onFile(world, (file) => file.restore(which)),
      ),
      of(
        fc.tuple(fc.nat({ max: 9 }), fc.nat({ max: 24 })),
        'kill restore',
        (world, [which, step]) => onFile(world, (file) => file.restore(which, step)),
      ),
    ],
    // Its database has the most faults.
    postgres: [mails, mails, mails, entry, entry, ...faults],
    supabase: [
      of(fc.constantFrom(2000, 2000, 3000), 'deploy function', (world, minimumFillTimeMs) =>
        world.deployFunction(minimumFillTimeMs),
      ),
    ],
  };
  const heal = of(fc.constant(null), 'heal', async (world) => {
    await world.heal();
    // The file is tried again at least every 50 ms while another process has it locked.
    await world.pass(60);
  });
  const arbitraries = [
    ...Array<typeof signUp>(12).fill(signUp),
    of(fc.tuple(replica, fc.constantFrom('/', '/privacy')), 'read page', (world, [at, page]) =>
      world.count(at, 'page_read', page),
    ),
    of(fc.constantFrom(1_000, 15_000, 90_000, hourMs, dayMs), 'pass', (world, ms) =>
      world.pass(ms),
    ),
    of(replica, 'restart', (world, at) => world.restart(at)),
    of(replica, 'restart while writing', (world, at) => world.restartWhileWriting(at)),
    of(replica, 'crash', (world, at) => world.crash(at)),
    of(fc.constant(null), 'crash of all', async (world) => {
      for (const { at } of world.replicas) await world.crash(at);
    }),
    of(fc.tuple(replica, fc.constantFrom(...sources)), 'open dialog', (world, [at, source]) =>
      world.count(at, 'dialog_opened', source),
    ),
    of(
      fc.tuple(fc.constantFrom('beta', 'launch'), fc.integer({ min: 1, max: 3 })),
      'invite',
      (world, [wave, first]) => (world.canOperate ? invite(world, wave, first) : undefined),
    ),
    of(fc.constant(null), 'move', (world) => (world.canOperate ? move(world) : undefined)),
    of(address, 'erase', (world, email) => {
      // An operator's command waits for a lock, and fails on a full disk.
      if (world.canOperate) return world.erase(email);
    }),
    of(fc.constant(null), 'forget', (world) => (world.canOperate ? world.forget() : undefined)),
    of(fc.constantFrom(-hourMs, -1_000, 1_000), 'clock jumps', (world, ms) => world.clock.jump(ms)),
    of(fc.tuple(replica, sent, fc.integer({ min: 2, max: 8 })), 'at once', burst),
    of(fc.tuple(replica, address), 'crowd', crowd),
    of(
      fc.record({
        visitorHour: fc.constantFrom(4, 4, 1, largestLimit),
        addressDay: fc.constantFrom(2, 2, 1, largestLimit),
      }),
      'deploy limits',
      (world, limits) => world.deployLimits(limits),
    ),
    ...faults,
    ...ofWorld[name],
    heal,
    heal,
    heal,
    of(fc.constant(null), 'check all', (world) => world.checkAll()),
  ];
  return fc.commands(arbitraries, {
    maxCommands,
    size: 'max',
    ...(replayPath === undefined ? {} : { replayPath }),
  });
}
