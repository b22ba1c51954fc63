/** One thing that goes wrong, what must come of it, and a way to make it happen and look. */
export interface Fault {
  name: string;
  expected: string;
  /** Makes it happen, and says in the words of `expected` what came of it. Rejects: something else did. */
  see(): Promise<string>;
}

/** Faults that share a server, one after the other. */
export interface Group {
  name: string;
  faults: readonly Fault[];
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface Plan<World> {
  start(): Promise<World>;
  stop(world: World): Promise<void>;
  faults: readonly {
    name: string;
    expected: string;
    see(world: World): Promise<string>;
  }[];
}

/** A group of what its faults share: made before the first of them, let go of after the last. */
export function group<World>(name: string, { start, stop, faults }: Plan<World>): Group {
  let world: World | undefined;
  const given = (): World => {
    if (world === undefined) throw new Error(`${name}: not started`);
    return world;
  };
  return {
    name,
    faults: faults.map((fault) => ({ ...fault, see: () => fault.see(given()) })),
    async start() {
      world = await start();
    },
    async stop() {
      if (world !== undefined) await stop(world);
    },
  };
}

const skipMark = 'skipped: ';

/** What is seen of a fault that cannot be made here. */
export const skipped = (reason: string): string => skipMark + reason;

export const isSkipped = (seen: string): boolean => seen.startsWith(skipMark);
