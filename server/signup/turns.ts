/** Pieces of work of one visitor that are with the backend at the same time. */
const mostAtOnce = 4;

/**
 * Lets `mostAtOnce` pieces of work of one visitor run at the same time, so that one visitor cannot take all connections
 * of the database. The others wait in their order.
 */
export function createTurns() {
  const turns = new Map<string, { running: number; waiting: (() => void)[] }>();
  const begin = async (visitor: string): Promise<void> => {
    const own = turns.get(visitor) ?? { running: 0, waiting: [] };
    turns.set(visitor, own);
    // A piece of work that ends hands its place to the next one, so `running` stays.
    if (own.running >= mostAtOnce) await new Promise<void>((next) => own.waiting.push(next));
    else own.running += 1;
  };
  const end = (visitor: string): void => {
    const own = turns.get(visitor);
    if (!own) return;
    const next = own.waiting.shift();
    if (next) next();
    else own.running -= 1;
    if (own.running === 0) turns.delete(visitor);
  };
  return {
    /** Runs `work` when a turn of the visitor is free. Resolves and rejects as `work` does. */
    async take<Result>(visitor: string, work: () => Promise<Result>): Promise<Result> {
      await begin(visitor);
      try {
        return await work();
      } finally {
        end(visitor);
      }
    },
  };
}
