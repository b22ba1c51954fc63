import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import lock from '../../package-lock.json' with { type: 'json' };
import { fromRoot } from '../../server/project/files.ts';

/** A package as the lockfile has it. */
interface Locked {
  version: string;
  license?: string;
  /** Subresource integrity of its archive. */
  integrity?: string;
  /** Needed by our tools alone. */
  dev?: boolean;
  devOptional?: boolean;
  /** Of one platform, or done without. */
  optional?: boolean;
}

const locked: Record<string, Locked> = lock.packages;
const installed = Object.entries(locked)
  .filter(([at]) => at.startsWith('node_modules/'))
  .map(([at, one]) => ({ name: at.split('node_modules/').at(-1) ?? '', ...one }));
/** What `dependencies` names, with all that it needs in turn: the server’s packages, and what is built into the pages. */
const shipped = installed.filter(({ dev, devOptional }) => !dev && !devOptional);

/** Licences that ask for no more than their text. OFL: fonts, which may be bundled with anything. */
const permissive = new Set(
  '0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 ISC MIT OFL-1.1 Unlicense'.split(' '),
);

test('every dependency is named by one exact version, which is the one that is locked', () => {
  const { dependencies, devDependencies } = manifest;
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    expect(locked[`node_modules/${name}`]?.version, name).toBe(version);
  }
});

test('everything that we ship is under a permissive licence, which the list names', () => {
  const listed = readFileSync(fromRoot('docs/licences.md'), 'utf8').replaceAll(/ +/g, ' ');
  for (const { name, license = 'none' } of shipped) {
    expect(permissive, `${name}: ${license}`).toContain(license);
    expect(listed).toContain(`| ${name} | ${license} |`);
  }
});

// The lockfile names other platforms' binaries, too, without theirs: docs/decisions/0009.
test('every archive that is installed everywhere has its checksum', () => {
  const without = installed.filter(({ integrity, optional }) => !integrity && !optional);
  expect(without.map(({ name }) => name)).toEqual([]);
});

test('the bill names each package that we ship once, with its checksum and licence', () => {
  const bill = execFileSync(fromRoot('tests/supply-chain/sbom'), { encoding: 'utf8' });
  const { components } = JSON.parse(bill);
  const purls = shipped.map((one) => `pkg:npm/${one.name.replace('@', '%40')}@${one.version}`);
  const names = components.map(({ purl }: { purl: string }) => purl);
  expect(names.toSorted()).toEqual([...new Set(purls)].toSorted());
  for (const { hashes, licenses } of components) {
    expect(hashes[0]?.content).toMatch(/^[0-9a-f]{128}$/);
    expect(licenses[0]?.license.id).toBeTruthy();
  }
});
