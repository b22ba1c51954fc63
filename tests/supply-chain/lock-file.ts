import lock from '../../package-lock.json' with { type: 'json' };

/** The entry of a package in a lock file. */
interface Locked {
  version?: string;
  license?: string;
  /** Subresource integrity of its archive. */
  integrity?: string;
  /** Whether the archive of another package contains this one. */
  inBundle?: boolean;
  /** Whether only development tools need it. */
  dev?: boolean;
  devOptional?: boolean;
  /** Packages that npm installs only where they fit, such as the binary for one platform. */
  optionalDependencies?: Record<string, string>;
}

export type Packages = Record<string, Locked>;

export const locked: Packages = lock.packages;

/** Returns the packages that a lock file installs, each with its name. */
export const listPackages = (packages: Packages) =>
  Object.entries(packages)
    .filter(([at]) => at.startsWith('node_modules/'))
    .map(([at, one]) => ({ name: at.split('node_modules/').at(-1) ?? '', ...one }));

/** The packages of the server and of the pages: those in `dependencies`, and all packages that these need. */
export const shipped = listPackages(locked).filter(({ dev, devOptional }) => !dev && !devOptional);
