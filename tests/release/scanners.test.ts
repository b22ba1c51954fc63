import { createHmac } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sealLink } from '../../shared/entry/link.ts';
import { entryPath } from '../../shared/paths.ts';
import { startProgram } from '../../shared/testing/start-process.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { visit } from '../attacks/probe.ts';
import { type Running, startReady } from '../support/built-server.ts';
import { findProgram } from '../support/programs.ts';
import { newDatabase } from '../support/shared-cluster.ts';
import { goodSignup, signUp } from '../support/sign-up.ts';

const entryLinkSecret = 'the-secret-of-links-to-entries';

/** Starts a server with entries, and with limits so high that a scanner reaches the database with every request. */
async function startSite(database: string): Promise<Running> {
  return startReady(temporaryFolder(), {
    SITE_ORIGIN: 'https://deckwright.example',
    SIGNUP_LIMIT_PER_ADDRESS_DAY: '1000000',
    MAIL_URL: 'smtp://127.0.0.1:9?tls=none',
    MAIL_FROM: 'launch@deckwright.example',
    ENTRY_LINK_SECRET: entryLinkSecret,
    ...(database === 'PostgreSQL' && {
      DATABASE_URL: await newDatabase(`scanned_${Date.now()}`),
      IP_HASH_SECRET: 'the-hash-secret-of-a-scan',
    }),
  });
}

/** Expects that the server still works, and that it logged no error of its own. */
async function expectHealthy({ url, said }: Running): Promise<void> {
  expect((await fetch(url)).status).toBe(200);
  expect(await signUp(url)).toBe(200);
  // Mails cannot be sent, because no mail server listens.
  const errors = said.out.match(/.*"level":[56]0.*/g) ?? [];
  expect(errors.filter((line) => !/mail/i.test(line))).toEqual([]);
  expect(said.err).toBe('');
}

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex');

/** Signs an address up. Returns the token of its entry. */
async function signUpForToken({ url }: Running): Promise<string> {
  const signup = goodSignup();
  expect(await signUp(url, signup)).toBe(200);
  return sealLink({ purpose: 'entry', email: signup.email }, entryLinkSecret, hmac, new Date());
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

/** The modules of wapiti, without those that need a server of wapiti’s makers. */
const modules = [
  ...['backup', 'blindsql', 'cookieflags', 'crlf', 'csp', 'csrf', 'exec', 'file', 'htaccess'],
  ...['http_headers', 'methods', 'permanentxss', 'redirect', 'shellshock', 'sql', 'xss'],
];

/** Seconds that wapiti may crawl, and seconds that each of its modules may attack. */
const [crawlSeconds, moduleSeconds] = [30, 5];

/** What wapiti reports although the site is right. */
const falseFindings = [
  // The site sends `0`, because browsers have removed the filter, and the filter was itself an attack.
  /^X-XSS-Protection is not set$/,
  // The site has no cookie that a foreign form could use, and refuses a POST of another origin.
  /^Lack of anti CSRF token$/,
];

/** The links that sqlmap sends in turn, because the server refuses more than 60 changes by one link. */
const links = 60;

/** Seconds of one run of slowhttptest. */
const slowSeconds = 15;

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
      const ended = run(slowhttptest ?? '', ...flags, ...length, '-u', `${server.url}${path}`);
      const { pages, signUps } = await visit(
        Number(new URL(server.url).port),
        false,
        slowSeconds - 2,
      );
      const said = await ended;
      await annotate(JSON.stringify({ pages, signUps }));
      expect([...pages.failures, ...signUps.failures]).toEqual([]);
      // slowhttptest’s own verdict says nothing about others, because slowhttptest visits the site from the address of its
      // attack, which may have 200 connections.
      expect(said).toMatch(/service available/);
      await expectHealthy(server);
    },
  );

  test('wapiti finds nothing in the pages, the sign-up and an entry (needs wapiti)', async ({
    skip,
    annotate,
  }) => {
    if (!wapiti) skip();
    const server = await startSite(database);
    const token = await signUpForToken(server);
    const file = join(temporaryFolder(), 'report.json');
    const words = ['--scope', 'domain', '--flush-session', '--no-bugreport', '-m', modules.join()];
    // Debian’s wapiti cannot decompress brotli, and finds no link in a page that it cannot read.
    words.push('-H', 'Accept-Encoding: identity', '-s', `${server.url}${entryPath}?token=${token}`);
    words.push('--max-scan-time', String(crawlSeconds), '--max-attack-time', String(moduleSeconds));
    await run(wapiti ?? '', '-u', `${server.url}/`, ...words, '-f', 'json', '-o', file);
    const { vulnerabilities, anomalies } = JSON.parse(readFileSync(file, 'utf8'));
    const found = Object.values({ ...vulnerabilities, ...anomalies }).flat() as { info: string }[];
    await annotate([...new Set(found.map(({ info }) => info))].join('; '));
    expect(found.filter(({ info }) => !falseFindings.some((known) => known.test(info)))).toEqual(
      [],
    );
    await expectHealthy(server);
  });

  test('sqlmap injects nothing into a sign-up or an entry (needs sqlmap)', async ({ skip }) => {
    if (!sqlmap) skip();
    const server = await startSite(database);
    const token = await signUpForToken(server);
    const fields = {
      ...goodSignup(),
      email: '*ada*@sqlmap.example',
      source: 'hero*',
      campaign: 'a/b*',
      notice: '1*',
      replaces: 'a*',
    };
    const form = `token=${token}&action=change&email=new@sqlmap.example`;
    const tokenFile = join(temporaryFolder(), 'tokens');
    const tokens: string[] = [];
    while (tokens.length < links) tokens.push(await signUpForToken(server));
    writeFileSync(tokenFile, tokens.join('\n'));
    const anyToken = `import random; token = random.choice(open('${tokenFile}').read().split())`;
    const targets = [
      ['-u', `${server.url}/api/signup`, '--data', JSON.stringify(fields)],
      ['-u', `${server.url}/api/signup`, '--data', 'email=ada@sqlmap.example&source=hero&website='],
      ['-u', `${server.url}${entryPath}?token=${token}`],
      ['-u', `${server.url}${entryPath}`, '--data', form, '-p', 'action,email', '--eval', anyToken],
    ];
    const how = ['--batch', '--flush-session', '--dbms', database, '--level', '2', '--risk', '2'];
    for (const target of targets) {
      const said = await run(
        sqlmap ?? '',
        ...target,
        ...how,
        '--disable-coloring',
        '--time-sec',
        '2',
      );
      // A response holds a random receipt, so sqlmap suspects fields, and withdraws that after further tests.
      expect(said).toContain('all tested parameters do not appear to be injectable');
      expect(said).not.toContain('identified the following injection');
      // sqlmap prints each status of an error with its number.
      expect(said.match(/(?:429|5\d\d) \(.*/)).toBeNull();
    }
    await expectHealthy(server);
  });
});
