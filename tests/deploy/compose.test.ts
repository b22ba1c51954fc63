import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { resolveConfig } from 'vite';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import manifest from '../../package.json' with { type: 'json' };
import { fromRoot } from '../../server/stores/installed-files.ts';
import { startProgram } from '../../shared/testing/start-process.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';

interface Service {
  image: string;
  command?: string[];
  ports?: string[];
  logging?: { options: Record<string, string> };
}

const read = (name: string) => readFileSync(fromRoot(name), 'utf8');
const compose = parse(read('compose.yaml'), { merge: true });
const services: Record<string, Service> = compose.services;

test('every image that is fetched is held by its digest', () => {
  const base = /^ARG BASE=(.*)$/m.exec(read('Dockerfile'))?.[1];
  const images = Object.values(services).map(({ image }) => image);
  const fetched = images.filter((image) => !image.startsWith('deckwright:'));
  for (const image of [base, ...fetched]) expect(image).toMatch(/:[\w.-]+@sha256:[0-9a-f]{64}$/);
});

test('the image is built with every file that the build names, and with the folders of their imports', () => {
  const context = read('.dockerignore').split('\n');
  const named = Object.entries(manifest.scripts).flatMap(([name, script]) =>
    name.startsWith('build') ? (script.match(/[\w.]+\.config\.ts/g) ?? []) : [],
  );
  const imported = ['vite.config.ts', ...named].flatMap((name) =>
    Array.from(read(name).matchAll(/^import (?:.* from )?'\.\/(\w+)\//gm), ([, folder]) => folder),
  );
  expect(imported).toContain('client');
  expect(context).toEqual(expect.arrayContaining([...named, ...imported].map((it) => `!${it}`)));
});

const configs = ['vite.config.ts', 'vite.bundle.config.ts'];

test.each(configs)('the build by %s takes nothing from the server’s .env', async (configFile) => {
  const { envDir } = await resolveConfig({ configFile, mode: 'server' }, 'build');
  expect(envDir).toBe(false);
});

test.each(Object.entries(services))(
  'compose.yaml’s %s is confined, its log bounded, and but for Caddy it is reached from here alone',
  (name, { logging, ports = [], ...service }) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    expect(logging?.options['max-size']).toMatch(/^\d+m$/);
    const reached = ports.filter((port) => !port.startsWith('127.0.0.1:'));
    expect(reached).toEqual(name === 'caddy' ? ports : []);
  },
);

/** Puts programs of these names on the PATH. Each runs a shell script. @returns the environment with that PATH. */
function withPrograms(scripts: Record<string, string>) {
  const folder = temporaryFolder();
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  return { PATH: `${folder}:${process.env.PATH}` };
}

test.each<[string, words: (service: Service) => string[], programs: Record<string, string>]>([
  [
    'backup',
    ({ command = [] }) => command.map((word) => word.replaceAll('$$', '$')),
    { deckwright: 'echo begun; sleep 0.3; echo ended' },
  ],
  [
    'database-backup',
    () => ['bash', fromRoot('deploy/postgres-backup.sh')],
    {
      pg_dump: 'echo begun; sleep 0.3; : > new.dump; echo ended',
      pg_restore: 'echo TABLE DATA deckwright signups',
    },
  ],
])(
  '%s lets a backup end that is under way when it stops, and waits for no other',
  async (name, words, programs) => {
    const [service, BACKUP_FOLDER] = [services[name], temporaryFolder()];
    const environment = { ...withPrograms(programs), BACKUP_FOLDER };
    const running = startProgram(words(service as Service), environment);
    await running.hears(/(begun)/);
    running.child.kill('SIGTERM');
    expect(await running.ended).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^begun\nended\n/),
    });
    for (const file of readdirSync(BACKUP_FOLDER)) {
      expect(statSync(join(BACKUP_FOLDER, file)).mode & 0o777).toBe(0o600);
    }
    const idle = startProgram(words(service as Service), environment);
    await idle.hears(/ended\n((?:.|\n)*)/);
    await setTimeout(50);
    idle.child.kill('SIGTERM');
    expect(await idle.ended).toMatchObject({ code: 0 });
  },
);
