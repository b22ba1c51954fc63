import { readFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
const read = (name: string) => JSON.parse(readFileSync(new URL(name, root), 'utf8'));

/** A package as the lockfile has it. */
export interface Locked {
  name: string;
  version: string;
  license?: string;
  /** Subresource integrity of its archive. */
  integrity?: string;
  /** Of one platform, or done without. */
  optional?: boolean;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

interface Manifest {
  name: string;
  version: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
}

export const manifest: Manifest = read('package.json');
const packages: Record<string, Omit<Locked, 'name'>> = read('package-lock.json').packages;

const folder = 'node_modules/';
const nameOf = (at: string): string => at.slice(at.lastIndexOf(folder) + folder.length);

/** Every package that is installed, by its folder. */
export const installed: ReadonlyMap<string, Locked> = new Map(
  Object.entries(packages)
    .filter(([at]) => at.startsWith(folder))
    .map(([at, locked]) => [at, { name: nameOf(at), ...locked }]),
);

/** Where a package finds another one: in its own folder, or in one further up. */
function find(from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf(`/${folder}`)))) {
    const candidate = at === '' ? folder + name : `${at}/${folder}${name}`;
    if (installed.has(candidate)) return candidate;
    if (at === '') return undefined;
  }
}

/** Built into the pages and scripts, and so shipped, though the server never installs them. */
export const builtIn = [
  '@fontsource-variable/instrument-sans',
  '@fontsource-variable/stix-two-text',
  '@tanstack/react-query',
  'react',
  'react-dom',
  'react-router-dom',
  'sonner',
];

/** Everything that we ship, with all that it needs in turn, in the order of the names. */
export function shipped(): Locked[] {
  const found = new Map<string, Locked>();
  const follow = (from: string, name: string): void => {
    const at = find(from, name);
    const locked = at === undefined ? undefined : installed.get(at);
    if (at === undefined || !locked || found.has(at)) return;
    found.set(at, locked);
    const { dependencies, optionalDependencies } = locked;
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
      follow(at, needed);
    }
  };
  for (const name of [...Object.keys(manifest.dependencies), ...builtIn]) follow('', name);
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name));
}
