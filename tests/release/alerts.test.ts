import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { smtpError, startMailbox } from '../../server/deliveries/testing/mailbox.ts';
import { fromRoot } from '../../server/stores/installed-files.ts';
import { signupsPath } from '../../server/stores/sqlite/open.ts';
import { createFakeFunction } from '../../server/testing/fake-function.ts';
import { startSiteverify } from '../../shared/signup/testing/siteverify.ts';
import { answerJson, createStandIn, resetting } from '../../shared/testing/stand-in.ts';
import { type RunningProgram, startProgram } from '../../shared/testing/start-process.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { type Running, ready, start, startNode } from '../support/built-server.ts';
import { freePort } from '../support/free-port.ts';
import { findProgram } from '../support/programs.ts';
import { goodSignup, signUp } from '../support/sign-up.ts';

const prometheus = findProgram('prometheus');
const exporter = findProgram('prometheus-node-exporter', 'node_exporter');

const folder = temporaryFolder();
const textfiles = temporaryFolder();
/** Mails are counted once a minute. */
const patience = { timeout: 120_000, interval: 500 };
const token = 'alerts-metrics-token';
const [port, nodePort] = [await freePort(), await freePort()];

interface Alert {
  state: string;
  labels: { alertname: string };
}

/** The times of deploy/alerts.yml, and those of this test. Each must occur in the file. */
const shorter: [from: RegExp, to: string][] = [
  [/for: \d+m/g, 'for: 1s'],
  [/\[\d+[mhd]\]/g, '[30s]'],
  [/(task="canary"\}) > 300/g, '$1 > 5'],
  [/26 \* 3600/g, '5'],
  [/(outbox_oldest_age_seconds\S*) > 900/g, '$1 > 3'],
  [/((?:mails|events)_oldest_age_seconds\S*) > 3600/g, '$1 > 3'],
];

function shipped(path: string, changes: [RegExp, string][]): string {
  return changes.reduce(
    (text, [from, to]) => {
      expect(text).toMatch(from);
      return text.replace(from, to);
    },
    readFileSync(fromRoot(path), 'utf8'),
  );
}

/** The servers that Prometheus scrapes. Prometheus reads the file again when it changes. */
const targets = new Set<string>();
function scrape(add: readonly string[], remove: readonly string[] = []): void {
  for (const target of add) targets.add(target);
  for (const target of remove) targets.delete(target);
  const file = join(folder, 'targets.json');
  writeFileSync(`${file}.new`, JSON.stringify([{ targets: [...targets] }]));
  renameSync(`${file}.new`, file);
}

const askPrometheus = async (path: string) =>
  (await (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)).json()).data;

/** Returns the names of the alerts that fire. */
async function firing(): Promise<string[]> {
  const { alerts } = await askPrometheus('alerts');
  const fires = (alerts as Alert[]).filter(({ state }) => state === 'firing');
  return fires.map(({ labels }) => labels.alertname);
}

/** Returns how many scrapes of a server have succeeded. */
async function scrapesOf(instance: string): Promise<number> {
  const query = `sum_over_time(up{instance="${instance}"}[10m])`;
  const { result } = await askPrometheus(`query?query=${encodeURIComponent(query)}`);
  return Number(result[0]?.value[1] ?? 0);
}

/** Starts Prometheus with the shipped files. */
async function startPrometheus(): Promise<void> {
  const files = `file_sd_configs: [{ files: ["${folder}/targets.json"], refresh_interval: 1s }]`;
  const config = shipped('deploy/prometheus.yml', [
    [/15s/g, '1s'],
    [/\/etc\/prometheus\/deckwright-token/, join(folder, 'token')],
    [/static_configs: \[\{ targets: \["127.0.0.1:3000".*/, files],
    [/127\.0\.0\.1:9100/, `127.0.0.1:${nodePort}`],
  ]);
  writeFileSync(join(folder, 'token'), token);
  writeFileSync(join(folder, 'prometheus.yml'), config);
  writeFileSync(join(folder, 'alerts.yml'), shipped('deploy/alerts.yml', shorter));
  const { said, hears } = startProgram(
    [
      prometheus ?? '',
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/series`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    process.env,
  );
  await hears(/ready to receive web requests/i).catch(() => expect.fail(said.err));
}

let node: RunningProgram | undefined;

function startExporter(): void {
  node = startProgram(
    [
      exporter ?? '',
      '--collector.disable-defaults',
      '--collector.filesystem',
      '--collector.textfile',
      `--collector.textfile.directory=${textfiles}`,
      `--web.listen-address=127.0.0.1:${nodePort}`,
    ],
    process.env,
  );
}

const hostOf = ({ url }: Pick<Running, 'url'>): string => new URL(url).host;

/** Starts a server that Prometheus scrapes until the test ends. Waits until its counters have been scraped. */
async function scraped(environment: Record<string, string>): Promise<Running> {
  const server = await start({ METRICS_TOKEN: token, ...environment });
  scrape([hostOf(server)]);
  onTestFinished(async () => {
    scrape([], [hostOf(server)]);
    await server.stop();
  });
  await expect.poll(() => scrapesOf(hostOf(server)), patience).toBeGreaterThan(1);
  return server;
}

const signUpTimes = (server: Running, times: number, turnstileToken: string | null = null) =>
  Promise.all(
    Array.from({ length: times }, () => signUp(server.url, goodSignup(undefined, turnstileToken))),
  );

const away = {
  DATABASE_URL: 'postgres://site@127.0.0.1:9/away',
  IP_HASH_SECRET: 'alerts-hash-secret',
};
const mailFrom = { MAIL_FROM: 'hello@site.example', SITE_ORIGIN: 'https://site.example' };

/** Sends events to an address where nothing listens. */
const eventsAway = async () => ({
  SIGNUP_EVENT_URL: `http://127.0.0.1:${await freePort()}`,
  SIGNUP_EVENT_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
});

/** Does what a unit does after its task has succeeded. */
const noteSuccess = (task: string): void =>
  void execFileSync(fromRoot('deploy/note-success'), [task], {
    env: { PATH: process.env.PATH, TEXTFILE_FOLDER: textfiles },
  });

/** Runs the command of a unit, and notes its success. The unit is not run again, as if each later run failed. */
async function runTask(task: string, words: string[], environment: Record<string, string>) {
  const { ended } = startNode(['dist/cli/index.js', ...words], environment);
  const { code, err } = await ended;
  expect(code, err).toBe(0);
  noteSuccess(task);
}

/** Stops and continues a process again and again until the test ends. */
function freeze({ child }: Running, stoppedMs: number, runsMs: number): void {
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
    child.kill('SIGCONT');
  });
  void (async () => {
    while (!isOver) {
      child.kill('SIGSTOP');
      await setTimeout(stoppedMs);
      child.kill('SIGCONT');
      await setTimeout(runsMs);
    }
  })();
}

/** Asks for pages again and again until the test ends. */
function visit({ url }: Running, visitors: number): void {
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  for (let visitor = 0; visitor < visitors; visitor += 1) {
    void (async () => {
      while (!isOver)
        await fetch(url).then(
          (response) => response.arrayBuffer(),
          () => {},
        );
    })();
  }
}

/** Mounts a small file system of its own, and fills it. @returns false where this user or this kernel cannot. */
function mountFullDisk(): boolean {
  const run = (program: string, ...words: string[]) =>
    spawnSync(program, words, { stdio: 'ignore' }).status === 0;
  const [image, disk] = [join(folder, 'disk.img'), temporaryFolder()];
  writeFileSync(image, Buffer.alloc(8 * 1024 * 1024));
  if (!run('mkfs.ext4', '-q', '-m', '0', image) || !run('mount', '-o', 'loop', image, disk)) {
    return false;
  }
  onTestFinished(() => void run('umount', '--lazy', disk));
  run('dd', 'if=/dev/zero', `of=${disk}/ballast`, 'bs=64k');
  return true;
}

interface Fault {
  alert: string;
  fault: string;
  /** Makes the fault. Returns false where this machine cannot. */
  make(): Promise<unknown> | unknown;
}

const faults: Fault[] = [
  {
    alert: 'DeckwrightCanaryUnwatched',
    fault: 'no canary has succeeded yet',
    make: () => rmSync(join(textfiles, 'deckwright_canary.prom')),
  },
  {
    alert: 'DeckwrightBackupUnwatched',
    fault: 'no backup has succeeded yet',
    make: () => rmSync(join(textfiles, 'deckwright_backup.prom')),
  },
  {
    alert: 'DeckwrightDatabaseNew',
    fault: 'DATA_DIR is an empty folder',
    make: () => scraped({ DATA_DIR: temporaryFolder() }),
  },
  {
    alert: 'DeckwrightCanaryFails',
    fault: 'the canary succeeded, and then does not succeed any more',
    async make() {
      const secret = { SIGNUP_PROXY_SECRET: 'alerts-proxy-secret', DATA_DIR: temporaryFolder() };
      const server = await scraped(secret);
      const PORT = new URL(server.url).port;
      await runTask('canary', ['ping', '--canary'], { ...secret, PORT });
    },
  },
  {
    alert: 'DeckwrightBackupFails',
    fault: 'a backup succeeded, and then no backup succeeds any more',
    async make() {
      const DATA_DIR = temporaryFolder();
      await scraped({ DATA_DIR });
      await runTask('backup', ['signups', 'backup', '--to', temporaryFolder()], { DATA_DIR });
    },
  },
  { alert: 'DeckwrightDiskFull', fault: 'a disk is full', make: mountFullDisk },
  {
    alert: 'DeckwrightNotReady',
    fault: 'PostgreSQL is out of reach',
    make: () => scraped(away),
  },
  {
    alert: 'DeckwrightSignupsFail',
    fault: 'PostgreSQL is out of reach, and prospects sign up',
    make: async () => signUpTimes(await scraped(away), 10),
  },
  {
    alert: 'DeckwrightErrors',
    fault: 'PostgreSQL is out of reach, and one prospect signs up',
    make: async () => signUpTimes(await scraped(away), 1),
  },
  {
    alert: 'DeckwrightDown',
    fault: 'a replica is killed',
    async make() {
      const server = await scraped({ DATA_DIR: temporaryFolder() });
      server.child.kill('SIGKILL');
    },
  },
  {
    alert: 'DeckwrightRestarts',
    fault: 'a replica is killed and started again, three times',
    async make() {
      const DATA_DIR = temporaryFolder();
      let server = await scraped({ DATA_DIR });
      const address = new URL(server.url);
      for (let round = 0; round < 3; round += 1) {
        server.child.kill('SIGKILL');
        await server.ended;
        const before = await scrapesOf(address.host);
        server = await start({ METRICS_TOKEN: token, DATA_DIR, PORT: address.port });
        await expect.poll(() => scrapesOf(address.host), patience).toBeGreaterThan(before + 1);
      }
      onTestFinished(() => void server.stop());
    },
  },
  {
    alert: 'DeckwrightKeepUntilNear',
    fault: 'SIGNUP_KEEP_UNTIL is in ten days',
    make() {
      const day = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
      return scraped({ DATA_DIR: temporaryFolder(), SIGNUP_KEEP_UNTIL: day });
    },
  },
  {
    alert: 'DeckwrightRateLimited',
    fault: 'thirty people behind one address sign up',
    make: async () =>
      signUpTimes(
        await scraped({ DATA_DIR: temporaryFolder(), SIGNUP_LIMIT_PER_VISITOR_HOUR: '10' }),
        30,
      ),
  },
  {
    alert: 'DeckwrightBotCheckSkipped',
    fault: 'one sign-up has a token, and ten have none',
    async make() {
      const { url } = await startSiteverify('127.0.0.1');
      const keys = { TURNSTILE_SITE_KEY: 'site-key', TURNSTILE_SECRET_KEY: 'secret-key' };
      const place = { DATA_DIR: temporaryFolder(), SITE_ORIGIN: 'http://127.0.0.1' };
      const server = await scraped({ ...keys, ...place, TURNSTILE_VERIFY_URL: url });
      expect(await signUpTimes(server, 1, 'good-token')).toEqual([200]);
      await signUpTimes(server, 10);
    },
  },
  {
    alert: 'DeckwrightFunctionSlow',
    fault: 'the function answers after three seconds',
    async make() {
      const project = await createFakeFunction(async (request, response) => {
        await setTimeout(3_000);
        answerJson(200, {})(request, response);
      });
      await signUpTimes(await scraped(project), 5);
    },
  },
  {
    alert: 'DeckwrightOutboxWaits',
    fault: 'the function is away, and a prospect signs up',
    async make() {
      const project = await createFakeFunction(resetting);
      const place = { DATA_DIR: temporaryFolder(), SIGNUP_OUTBOX: 'on' };
      expect(await signUpTimes(await scraped({ ...project, ...place }), 1)).toEqual([200]);
    },
  },
  {
    alert: 'DeckwrightOutboxRefused',
    fault: 'the function comes back and refuses the sign-up that waited',
    async make() {
      const { url, become } = await createStandIn(resetting);
      const project = {
        SUPABASE_URL: url,
        SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
        SIGNUP_PROXY_SECRET: 'alerts-proxy-secret',
      };
      const place = { DATA_DIR: temporaryFolder(), SIGNUP_OUTBOX: 'on' };
      expect(await signUpTimes(await scraped({ ...project, ...place }), 1)).toEqual([200]);
      const refusal = {
        error: { code: 'invalid_email', message: 'Please enter a valid address.' },
      };
      become(answerJson(422, refusal));
    },
  },
  {
    alert: 'DeckwrightMailsWait',
    fault: 'no SMTP server listens at MAIL_URL, and a prospect signs up',
    async make() {
      const MAIL_URL = `smtp://127.0.0.1:${await freePort()}?tls=none`;
      const server = await scraped({ DATA_DIR: temporaryFolder(), MAIL_URL, ...mailFrom });
      await signUpTimes(server, 1);
    },
  },
  {
    alert: 'DeckwrightMailsRefused',
    fault: 'the SMTP server refuses every recipient',
    async make() {
      const { url } = await startMailbox({
        onRcptTo: (_address, _session, done) => done(smtpError(550, '5.1.1 unknown')),
      });
      const settings = { MAIL_URL: url, MAIL_PER_MINUTE: '600', ...mailFrom };
      await signUpTimes(await scraped({ DATA_DIR: temporaryFolder(), ...settings }), 10);
    },
  },
  {
    alert: 'DeckwrightMailsHeld',
    fault: 'the SMTP server takes nothing of this site',
    async make() {
      const { url } = await startMailbox({
        onRcptTo: (_address, _session, done) => done(smtpError(550, '5.7.1 refused')),
      });
      const server = await scraped({ DATA_DIR: temporaryFolder(), MAIL_URL: url, ...mailFrom });
      await signUpTimes(server, 1);
    },
  },
  {
    alert: 'DeckwrightEventsWait',
    fault: 'nothing listens at SIGNUP_EVENT_URL, and a prospect signs up',
    make: async () =>
      signUpTimes(await scraped({ DATA_DIR: temporaryFolder(), ...(await eventsAway()) }), 1),
  },
  {
    alert: 'DeckwrightEventsGivenUp',
    fault: 'nothing listens at SIGNUP_EVENT_URL for three days after a sign-up',
    async make() {
      const DATA_DIR = temporaryFolder();
      await signUpTimes(await scraped({ DATA_DIR, ...(await eventsAway()) }), 1);
      const database = new DatabaseSync(signupsPath(DATA_DIR), { timeout: 5_000 });
      database
        .prepare('update deliveries set created_at = ?, due_at = ?')
        .run(new Date(Date.now() - 3 * 86_400_000).toISOString(), new Date().toISOString());
      database.close();
    },
  },
  {
    alert: 'DeckwrightDigestFails',
    fault: 'systemd says that the unit of the digest has failed',
    // This machine may have no systemd, so that the exporter reads from a file what its own collector would say.
    make: () =>
      writeFileSync(
        join(textfiles, 'units.prom'),
        'node_systemd_unit_state{name="deckwright-digest.service",state="failed"} 1\n',
      ),
  },
  {
    alert: 'DeckwrightBusy',
    fault: 'the machine lets the process run for 20 ms of each 420 ms',
    make: async () => freeze(await scraped({ DATA_DIR: temporaryFolder() }), 400, 20),
  },
  {
    alert: 'DeckwrightPagesSlow',
    fault: 'the machine lets the process run for 3 ms of each 123 ms while visitors read pages',
    async make() {
      const server = await scraped({ DATA_DIR: temporaryFolder() });
      freeze(server, 120, 3);
      visit(server, 8);
    },
  },
  {
    alert: 'DeckwrightMemory',
    fault: 'the process holds 200 MiB more than usual',
    make: () =>
      scraped({
        DATA_DIR: temporaryFolder(),
        NODE_OPTIONS: '--import=data:text/javascript,globalThis.leak=Buffer.alloc(200*2**20,1)',
      }),
  },
  { alert: 'DeckwrightMachineUnwatched', fault: 'node_exporter ends', make: () => node?.stop() },
];

const rows: object[] = [];
afterAll(() => console.table(rows));

describe.runIf(prometheus && exporter)('alerts (needs prometheus and node_exporter)', () => {
  test('a healthy replica and its machine make no alert fire but those of a new site', async () => {
    scrape([]);
    await startPrometheus();
    startExporter();
    for (const task of ['canary', 'backup']) noteSuccess(task);
    await ready(await scraped({ DATA_DIR: temporaryFolder() }));
    // A disk of this machine may be full.
    const others = ['DeckwrightDiskFull', 'DeckwrightDatabaseNew'];
    const unexpected = async () => {
      for (const task of ['canary', 'backup']) noteSuccess(task);
      return (await firing()).filter((name) => !others.includes(name));
    };
    await expect.poll(unexpected, patience).toEqual([]);
  });

  test.each(faults)('$alert fires when $fault', async ({ alert, fault, make }) => {
    // The fault of an earlier test is over.
    await expect.poll(firing, patience).not.toContain(alert);
    const begun = performance.now();
    if ((await make()) === false) {
      rows.push({ alert, fault, fired: 'not tried: no right to mount' });
      return;
    }
    await expect.poll(firing, patience).toContain(alert);
    rows.push({ alert, fault, fired: `after ${Math.round((performance.now() - begun) / 1000)} s` });
  });

  test('every alert of deploy/alerts.yml has a fault here', () => {
    const names = shipped('deploy/alerts.yml', []).matchAll(/- alert: (\w+)/g);
    const tried = faults.map(({ alert }) => alert).sort();
    expect(tried).toEqual(Array.from(names, ([, name]) => name).sort());
  });
});
