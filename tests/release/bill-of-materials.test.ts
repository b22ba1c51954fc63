import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { fromRoot } from '../../server/stores/installed-files.ts';
import { shipped } from '../supply-chain/lock-file.ts';

test('the bill of materials names each package that we ship once, with its checksum and licence', () => {
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
