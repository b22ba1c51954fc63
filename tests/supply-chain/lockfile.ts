import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
const read = (name: string) => JSON.parse(readFileSync(new URL(name, root), 'utf8'));

/** A package as the lockfile has it. */
export interface Locked {
  name: string;
  version: string;
  license?: string;
  /** Subresource integrity of its archive. */
  integrity?: string;
  /** Needed by our tools alone. */
  dev?: boolean;
  devOptional?: boolean;
  /** Of one platform, or done without. */
  optional?: boolean;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
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

/** Every package that is installed, by its folder. */
export const installed: ReadonlyMap<string, Locked> = new Map(
  Object.entries(packages)
    .filter(([at]) => at.startsWith('node_modules/'))
    .map(([at, locked]) => [at, { name: at.split('node_modules/').at(-1) ?? '', ...locked }]),
);

/** What the client imports is built into the pages, and so shipped, though the server never installs it. */
function builtIn(): string[] {
  const client = fileURLToPath(new URL('client/', root));
  const files = globSync('**/*.{ts,tsx,css}', {
    cwd: client,
    exclude: ['build/**', '**/*.test.*'],
  });
  const sources = files.map((file) => readFileSync(join(client, file), 'utf8')).join('\n');
  const imports = sources.matchAll(
    /(?:from '|@import '|\/node_modules\/)(@[^/']+\/[^/']+|\w[^/']*)/g,
  );
  return Array.from(imports, ([, name = '']) => name).filter((name) => name !== 'tailwindcss');
}

/** Everything that we ship, with all that it needs in turn, in the order of the names. */
export function shipped(): Locked[] {
  const found = new Set(
    [...installed.values()].filter(({ dev, devOptional }) => !dev && !devOptional),
  );
  /** @param from the folder of who needs it, where another version may lie. */
  const follow = (name: string, from = ''): void => {
    const places = [`${from}node_modules/${name}`, `node_modules/${name}`];
    const at = places.find((place) => installed.has(place)) ?? '';
    const locked = installed.get(at);
    if (!locked || found.has(locked)) return;
    found.add(locked);
    for (const needed of Object.keys(locked.dependencies ?? {})) follow(needed, `${at}/`);
  };
  for (const name of builtIn()) follow(name);
  return [...found].sort((a, b) => a.name.localeCompare(b.name));
}
