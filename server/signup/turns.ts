import { patience } from '../stores/patience.ts';

/** Pieces of work of one visitor that are with the backend at the same time. */
const mostAtOnce = 4;

/** A visitor’s pieces of work: how many run, and for each that waits, the function that begins it. */
interface Turns {
  running: number;
  waiting: Set<() => void>;
}

/**
 * Lets `mostAtOnce` pieces of work of one visitor run at the same time, so that one visitor cannot take all connections
 * of the database. The others wait in their order.
 */
export function createTurns() {
  const turns = new Map<string, Turns>();

  /** Returns whether a turn of the visitor came free in time. */
  const begin = async (visitor: string): Promise<boolean> => {
    const own = turns.get(visitor) ?? { running: 0, waiting: new Set() };
    turns.set(visitor, own);
    if (own.running < mostAtOnce) {
      own.running += 1;
      return true;
    }
    return new Promise((resolve) => {
      const leave = (isTurn: boolean): void => {
        clearTimeout(timer);
        own.waiting.delete(next);
        resolve(isTurn);
      };
      const next = () => leave(true);
      const timer = setTimeout(leave, patience.turnMs, false);
      own.waiting.add(next);
    });
  };

  const end = (visitor: string): void => {
    const own = turns.get(visitor);
    if (!own) return;
    const [next] = own.waiting;
    // A piece of work that ends hands its place to the next one, so `running` stays.
    if (next) next();
    else own.running -= 1;
    if (own.running === 0) turns.delete(visitor);
  };

  return {
    /**
     * Runs `work` when a turn of the visitor is free. Resolves and rejects as `work` does. Resolves with null, without
     * running `work`, when the visitor’s earlier work has taken longer than `patience.turnMs`.
     */
    async take<Result>(visitor: string, work: () => Promise<Result>): Promise<Result | null> {
      if (!(await begin(visitor))) return null;
      try {
        return await work();
      } finally {
        end(visitor);
      }
    },
  };
}
