import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fromRoot } from '../../server/stores/installed-files.ts';
import { entryPath } from '../../shared/paths.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { ready, startNode } from '../support/built-server.ts';
import { goodSignup, signUp } from '../support/sign-up.ts';

/** The files that only a site with `MAIL_URL` needs: the mails, the entries, and the page of an entry. */
const ofMails =
  /^(node_modules\/nodemailer|shared\/entry)\/|^server\/deliveries\/mail|^server\/(routes|static|signup)\/(local-)?entry|^server\/stores\/.*entries\.ts$/;

interface Script {
  url: string;
  functions: { functionName: string; ranges: { count: number }[] }[];
}

/** Runs the server from its sources, signs up twice, and asks for an entry. Returns the functions of mails and entries that ran. */
async function runSite(settings: Record<string, string>): Promise<string[]> {
  const NODE_V8_COVERAGE = temporaryFolder();
  const server = startNode([fromRoot('server/index.ts')], {
    NODE_ENV: 'test',
    DATA_DIR: temporaryFolder(),
    NODE_V8_COVERAGE,
    ...settings,
  });
  const url = await server.address();
  await ready({ url });
  for (const email of ['new@example.com', 'new@example.com']) {
    expect(await signUp(url, goodSignup(email))).toBe(200);
  }
  await fetch(`${url}${entryPath}?token=${'a'.repeat(43)}`);
  await server.stop();
  const [file = ''] = readdirSync(NODE_V8_COVERAGE);
  const { result } = JSON.parse(readFileSync(join(NODE_V8_COVERAGE, file), 'utf8'));
  return (result as Script[])
    .filter(({ url: script }) => script.startsWith('file:'))
    .flatMap(({ url: script, functions }) => {
      const path = fileURLToPath(script).replace(fromRoot('./'), '');
      if (!ofMails.test(path)) return [];
      return functions
        .filter(({ functionName, ranges }) => functionName && (ranges[0]?.count ?? 0) > 0)
        .map(({ functionName }) => `${path} ${functionName}`);
    });
}

test('a server without MAIL_URL runs no function of mails and entries and loads no nodemailer, and a server with MAIL_URL does', async () => {
  expect(await runSite({})).toEqual([]);
  const ran = await runSite({
    MAIL_URL: 'smtp://127.0.0.1:9?tls=none',
    MAIL_FROM: 'launch@deckwright.example',
  });
  expect(ran).toEqual(
    expect.arrayContaining([
      'server/deliveries/mail-carrier.ts createMailCarrier',
      'server/stores/sqlite/entries.ts createSqliteEntries',
      'shared/entry/process.ts processEntry',
    ]),
  );
  expect(ran.join()).toContain('node_modules/nodemailer/');
});
