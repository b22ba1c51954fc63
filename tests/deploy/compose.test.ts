import { readFileSync } from 'node:fs';
import { resolveConfig } from 'vite';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import manifest from '../../package.json' with { type: 'json' };
import { fromRoot } from '../../server/project/files.ts';

interface Service {
  image: string;
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

test('the image is built with every file that the build names', () => {
  const context = read('.dockerignore').split('\n');
  const named = Object.entries(manifest.scripts).flatMap(([name, script]) =>
    name.startsWith('build') ? (script.match(/[\w.]+\.config\.ts/g) ?? []) : [],
  );
  expect(context).toEqual(expect.arrayContaining(named.map((name) => `!${name}`)));
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
