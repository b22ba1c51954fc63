import lock from '../../package-lock.json' with { type: 'json' };

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
}

const packages: Record<string, Omit<Locked, 'name'>> = lock.packages;

/** Every package that is installed, by its folder. */
export const installed: ReadonlyMap<string, Locked> = new Map(
  Object.entries(packages)
    .filter(([at]) => at.startsWith('node_modules/'))
    .map(([at, locked]) => [at, { name: at.split('node_modules/').at(-1) ?? '', ...locked }]),
);

/** What `dependencies` names, with all that it needs in turn: the server’s packages, and what is built into the pages. */
export const shipped = [...installed.values()].filter(
  ({ dev, devOptional }) => !dev && !devOptional,
);
