/**
 * `npm run sbom`: a software bill of materials (CycloneDX 1.6) of what we ship, into `dist/sbom.json`.
 * Out of the lockfile and not from `npm sbom`, which leaves out what a development tool needs as well.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import manifest from '../../package.json' with { type: 'json' };
import { type Locked, shipped } from './lockfile.ts';

const purl = ({ name, version }: Pick<Locked, 'name' | 'version'>): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;

function hashes(integrity: string | undefined) {
  const [algorithm, digest] = integrity?.split('-') ?? [];
  if (algorithm !== 'sha512' || digest === undefined) return [];
  return [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }];
}

const component = (locked: Locked) => ({
  type: 'library',
  'bom-ref': purl(locked),
  name: locked.name,
  version: locked.version,
  purl: purl(locked),
  hashes: hashes(locked.integrity),
  licenses: [{ license: { id: locked.license } }],
});

/** The bill, the same for the same lockfile. */
export const bill = () => ({
  $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: { component: { type: 'application', name: manifest.name, version: manifest.version } },
  // Two folders may hold the same version.
  components: [...new Map(shipped.map((locked) => [purl(locked), component(locked)])).values()],
});

if (import.meta.main) {
  const file = new URL('../../dist/sbom.json', import.meta.url);
  mkdirSync(new URL('.', file), { recursive: true });
  const { components } = bill();
  writeFileSync(file, `${JSON.stringify(bill(), null, 2)}\n`);
  console.log(`dist/sbom.json names ${components.length} packages.`);
}
