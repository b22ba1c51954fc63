import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { fromRoot } from '../../server/stores/installed-files.ts';
import releaseManifest from '../release/package.json' with { type: 'json' };
import releaseLock from '../release/package-lock.json' with { type: 'json' };
import { listPackages, locked, type Packages, shipped } from './lock-file.ts';

const releaseLocked: Packages = releaseLock.packages;

/** Licences that only demand a copy of their text. OFL is a licence of fonts, which may be bundled with any software. */
const permissive = new Set(
  '0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 ISC MIT MIT-0 OFL-1.1 Unlicense'.split(
    ' ',
  ),
);

test.each([
  ['package.json', { ...manifest.dependencies, ...manifest.devDependencies }, locked],
  [
    'tests/release/package.json',
    { ...releaseManifest.devDependencies, ...releaseManifest.optionalDependencies },
    releaseLocked,
  ],
])(
  'every dependency in %s has one exact version, and the lock file has the same version',
  (_file, named, packages) => {
    for (const [name, version] of Object.entries(named)) {
      // An old release of a package has an alias: `npm:package@1.2.3`.
      const exact = version.replace(/^npm:.+@/, '');
      expect(exact, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
      expect(packages[`node_modules/${name}`]?.version, name).toBe(exact);
    }
  },
);

test('every package that we ship has a permissive licence, and docs/licences.md lists these packages and no others', () => {
  const text = readFileSync(fromRoot('docs/licences.md'), 'utf8').replaceAll(/ +/g, ' ');
  const rows = text.match(/(?<=^\| )\S+ \| \S+(?= \|$)/gm) ?? [];
  // The first two rows are the heading.
  const listed = rows.slice(2);
  for (const { name, license = 'none' } of shipped) {
    expect(permissive, `${name}: ${license}`).toContain(license);
  }
  const wanted = shipped.map(({ name, license }) => `${name} | ${license}`);
  expect(listed.toSorted()).toEqual([...new Set(wanted)].toSorted());
});

// A bundled package has no archive of its own. The checksum of the archive that contains it covers it.
test.each([
  ['package-lock.json', locked],
  ['tests/release/package-lock.json', releaseLocked],
])('every archive in %s has its checksum, for every platform', (_file, packages) => {
  const without = listPackages(packages).filter(
    ({ integrity, inBundle }) => !integrity && !inBundle,
  );
  expect(without.map(({ name }) => name)).toEqual([]);
});

// npm leaves out the binaries of other platforms when it writes a lock file with node_modules present.
test.each([
  ['package-lock.json', locked],
  ['tests/release/package-lock.json', releaseLocked],
])('%s lists the binaries for every platform', (_file, packages) => {
  const names = new Set(listPackages(packages).map(({ name }) => name));
  const wanted = Object.values(packages).flatMap((one) =>
    Object.keys(one.optionalDependencies ?? {}),
  );
  expect(wanted.filter((name) => !names.has(name))).toEqual([]);
});
