import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { addLink } from '../../server/testing/add-link.ts';
import { entryPath } from '../../shared/paths.ts';
import { createStandIn } from '../../shared/testing/stand-in.ts';
import { startProgram } from '../../shared/testing/start-process.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { visit } from '../attacks/probe.ts';
import { addPostgresLink } from '../support/add-link.ts';
import { type Running, startReady } from '../support/built-server.ts';
import { findProgram } from '../support/programs.ts';
import { newDatabase } from '../support/shared-cluster.ts';
import { goodSignup, signUp } from '../support/sign-up.ts';

/** Starts a server with entries, and with limits so high that a scanner reaches the database with every request. */
async function startSite(database: string) {
  const folder = temporaryFolder();
  const isPostgres = database === 'PostgreSQL';
  const databaseUrl = isPostgres ? await newDatabase(`scanned_${Date.now()}`) : null;
  const running = await startReady(folder, {
    SITE_ORIGIN: 'https://deckwright.example',
    SIGNUP_LIMIT_PER_ADDRESS_DAY: '1000000',
    MAIL_URL: 'smtp://127.0.0.1:9?tls=none',
    MAIL_FROM: 'launch@deckwright.example',
    ...(databaseUrl && {
      DATABASE_URL: databaseUrl,
      IP_HASH_SECRET: 'the-hash-secret-of-a-scan',
    }),
  });
  return { ...running, folder, databaseUrl };
}
type Site = Awaited<ReturnType<typeof startSite>>;

/** Returns how many requests of a path and status the server has logged. Both are regular expressions. */
const logged = ({ said }: Running, path: string, status: string): number =>
  said.out.match(new RegExp(`"path":"${path}","status":${status},`, 'g'))?.length ?? 0;

/** Expects that the server still works, and that it logged no error of its own. */
async function expectHealthy({ url, said }: Running): Promise<void> {
  // The address of the attack opens its next connection a moment later, when it has opened too many.
  await expect.poll(async () => (await fetch(url).catch(() => null))?.status).toBe(200);
  expect(await signUp(url)).toBe(200);
  // Mails cannot be sent, because no mail server listens.
  const errors = said.out.match(/.*"level":[56]0.*/g) ?? [];
  expect(errors.filter((line) => !/mail/i.test(line))).toEqual([]);
  expect(said.err).toBe('');
}

/** Signs an address up. Returns the token of its entry. */
async function signUpForToken({ url, folder, databaseUrl }: Site): Promise<string> {
  const signup = goodSignup();
  expect(await signUp(url, signup)).toBe(200);
  return databaseUrl === null
    ? addLink(folder, signup.email)
    : addPostgresLink(databaseUrl, signup.email);
}

/** Runs a program to its end, in an empty home. Returns all that it has printed. */
async function run(program: string, ...words: string[]): Promise<string> {
  const HOME = temporaryFolder();
  const { ended } = startProgram([program, ...words], { ...process.env, HOME, NO_COLOR: '1' });
  const { out, err } = await ended;
  return out + err;
}

const slowhttptest = findProgram('slowhttptest');
const wapiti = findProgram('wapiti');
const sqlmap = findProgram('sqlmap');

/** The modules of wapiti that need no server of wapiti’s makers. {@link longModules} are not among them. */
const modules = [
  ...['backup', 'cookieflags', 'crlf', 'csp', 'csrf', 'exec', 'htaccess', 'http_headers'],
  ...['methods', 'permanentxss', 'redirect', 'shellshock', 'sql', 'xss'],
];
/** The modules that send more than a hundred values for each field. */
const longModules = ['blindsql', 'file'];

/** Seconds that wapiti may crawl, and seconds after which a module attacks no further page or form. */
const [crawlSeconds, moduleSeconds] = [30, 10];

/** Runs modules of wapiti against an address. Returns what they have found. */
async function scan(url: string, ofModules: string[], ...words: string[]): Promise<string[]> {
  const file = join(temporaryFolder(), 'report.json');
  const limits = ['--max-scan-time', `${crawlSeconds}`, '--max-attack-time', `${moduleSeconds}`];
  await run(
    wapiti ?? '',
    ...['-u', url, '-m', ofModules.join(), '--flush-session', '--no-bugreport', ...limits],
    // Debian’s wapiti cannot decompress brotli, and finds no link in a page that it cannot read.
    ...['-H', 'Accept-Encoding: identity', '-f', 'json', '-o', file, ...words],
  );
  const { vulnerabilities, anomalies } = JSON.parse(readFileSync(file, 'utf8'));
  const found = Object.values({ ...vulnerabilities, ...anomalies }).flat() as { info: string }[];
  return [...new Set(found.map(({ info }) => info))];
}

/** What wapiti reports although the site is right. */
const falseFindings = [
  // The site sends `0`, because browsers have removed the filter, and the filter was itself an attack.
  /^X-XSS-Protection is not set$/,
  // The site has no cookie that a foreign form could use, and refuses a POST of another origin.
  /^Lack of anti CSRF token$/,
];
const holesIn = (found: string[]): string[] =>
  found.filter((info) => !falseFindings.some((known) => known.test(info)));

/** Runs sqlmap against a target. Returns all that sqlmap has printed. */
const inject = (dbms: string, target: string[]): Promise<string> =>
  run(
    sqlmap ?? '',
    ...[...target, '--batch', '--flush-session', '--disable-coloring', '--dbms', dbms],
    ...['--level', '3', '--risk', '2', '--time-sec', '2'],
  );
const noHole = 'all tested parameters do not appear to be injectable';
const hole = 'identified the following injection point';

/** Seconds of one run of slowhttptest. */
const slowSeconds = 15;
/** Other programs on the machine can only delay visitors, so an attack that kept one out is tried again. */
const mostTries = 3;

/** Starts a server with two holes: it puts the parameter `name` as it is into its SQL and into its page. */
function startHoles() {
  const database = new DatabaseSync(':memory:');
  database.exec("create table people (name text); insert into people values ('ada'), ('bob')");
  return createStandIn((request, response) => {
    const name = new URL(request.url ?? '', 'http://localhost').searchParams.get('name');
    let people: unknown[] = [];
    try {
      people = database.prepare(`select name from people where name = '${name}'`).all();
    } catch {
      response.statusCode = 500;
    }
    response.setHeader('Content-Type', 'text/html');
    response.end(`<h1>${name}</h1><p>${people.length > 0 ? 'There is such a person.' : ''}</p>`);
  });
}

test('wapiti and sqlmap find the holes of a server that has some (needs wapiti, sqlmap)', async ({
  skip,
}) => {
  if (!wapiti || !sqlmap) skip();
  const address = `${(await startHoles()).url}/?name=ada`;
  expect((await scan(address, ['xss'])).join()).toMatch(/XSS/);
  expect(await inject('SQLite', ['-u', address])).toContain(hole);
});

describe.for(['SQLite', 'PostgreSQL'])('on %s', (database) => {
  test.for([
    ['slow headers', ['-H', '-i', '5']],
    ['slow bodies', ['-B', '-i', '5', '-s', '4096']],
    ['slow reading', ['-X', '-w', '1', '-y', '32', '-n', '2', '-z', '8', '-k', '4']],
  ] as const)(
    'slowhttptest with %s from 1,000 connections keeps no visitor and no prospect out (needs slowhttptest)',
    async ([mode, flags], { skip, annotate }) => {
      if (!slowhttptest) skip();
      const server = await startSite(database);
      const path = mode === 'slow bodies' ? '/api/signup' : '/';
      const length = ['-c', '1000', '-r', '500', '-l', String(slowSeconds), '-p', '5'];
      const port = Number(new URL(server.url).port);
      let failures: string[];
      let tries = 0;
      do {
        const ended = run(slowhttptest ?? '', ...flags, ...length, '-u', `${server.url}${path}`);
        const { pages, signUps } = await visit(port, false, slowSeconds - 2);
        const said = await ended;
        tries += 1;
        await annotate(JSON.stringify({ pages, signUps }));
        failures = [...pages.failures, ...signUps.failures];
        // slowhttptest’s own verdict says nothing about others, because slowhttptest visits the site from the address of
        // its attack, which may have 200 connections.
        expect(said).toMatch(/service available/);
      } while (failures.length > 0 && tries < mostTries);
      expect(failures).toEqual([]);
      await expectHealthy(server);
    },
  );

  test('wapiti finds nothing in the pages and the sign-up (needs wapiti)', async ({
    skip,
    annotate,
  }) => {
    if (!wapiti) skip();
    const server = await startSite(database);
    const found = await scan(`${server.url}/`, [...modules, ...longModules], '--scope', 'domain');
    const signUps = logged(server, '/api/signup', '(200|303)');
    await annotate(`${found.join('; ')}; ${signUps} sign-ups were accepted`);
    expect(holesIn(found)).toEqual([]);
    // wapiti met the database, and not a limit.
    expect(signUps).toBeGreaterThan(100);
    expect(logged(server, '.*?', '429')).toBe(0);
    await expectHealthy(server);
  });

  test('wapiti finds nothing on the page of an entry (needs wapiti)', async ({
    skip,
    annotate,
  }) => {
    if (!wapiti) skip();
    const server = await startSite(database);
    const address = async () => `${server.url}${entryPath}?token=${await signUpForToken(server)}`;
    const found = [
      ...(await scan(await address(), modules, '--scope', 'page')),
      // Another link, because the server refuses more than 60 confirmations by one link.
      ...(await scan(await address(), longModules, '--scope', 'page')),
    ];
    const changes = logged(server, entryPath, '303');
    await annotate(`${found.join('; ')}; ${changes} changes were accepted`);
    expect(holesIn(found)).toEqual([]);
    expect(changes).toBeGreaterThan(20);
    expect(logged(server, '.*?', '429')).toBe(0);
    await expectHealthy(server);
  });

  test('sqlmap injects nothing into a sign-up or an entry (needs sqlmap)', async ({
    skip,
    annotate,
  }) => {
    if (!sqlmap) skip();
    const server = await startSite(database);
    const token = await signUpForToken(server);
    const fields = {
      ...goodSignup(),
      email: '*ada*@sqlmap.example',
      source: 'hero*',
      campaign: 'a/b*',
      notice: '1*',
    };
    const form = `token=${token}&action=confirm`;
    const targets = [
      ['-u', `${server.url}/api/signup`, '--data', JSON.stringify(fields)],
      ['-u', `${server.url}/api/signup`, '--data', 'email=ada@sqlmap.example&source=hero&website='],
      // Without -p, sqlmap leaves out a field with the name of a token.
      ['-u', `${server.url}${entryPath}?token=${token}`, '-p', 'token'],
      ['-u', `${server.url}${entryPath}`, '--data', form, '-p', 'token,action'],
    ];
    for (const target of targets) {
      const said = await inject(database, target);
      expect(said).toContain(noHole);
      expect(said).not.toContain(hole);
      // sqlmap prints each status of an error with its number.
      expect(said.match(/(?:429|5\d\d) \(.*/)).toBeNull();
    }
    const met = {
      signUps: logged(server, '/api/signup', '(200|303)'),
      views: logged(server, entryPath, '(200|410)'),
      changes: logged(server, entryPath, '303'),
    };
    await annotate(JSON.stringify(met));
    expect(Math.min(...Object.values(met))).toBeGreaterThan(50);
    await expectHealthy(server);
  });
});
