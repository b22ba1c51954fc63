import { totalmem } from 'node:os';
import { setFlagsFromString } from 'node:v8';

/**
 * Bytes below which V8's optimising compiler is kept away from PGlite: for its largest function alone it
 * takes half a gigabyte, for seconds. A container of 512 MB was killed for it, at the first busy moment.
 */
const roomToOptimise = 1.5 * 2 ** 30;

/** What this process may have: the machine's memory, or the limit of its control group where that is less. */
const memory = (): number => Math.min(totalmem(), process.constrainedMemory() || totalmem());

/** To be called before the database is compiled. What it then runs is slower, and takes 0.4 GB at most. */
export function fitCompiler(available = memory()): 'optimising' | 'plain' {
  if (available >= roomToOptimise) return 'optimising';
  // What the first of them means for the others is looked at only when V8 starts.
  for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) {
    setFlagsFromString(flag);
  }
  return 'plain';
}
