/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** From 0 to `below - 1`. */
  below(below: number): number;
  /** True once in `times`, on average. */
  oneIn(times: number): boolean;
  pick<const Items extends readonly [unknown, ...unknown[]]>(items: Items): Items[number];
  /** Text of the given characters. */
  text(characters: string, longest: number): string;
}

/** Mulberry32: short, fast, and good enough to wander with. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    oneIn: (times) => below(times) === 0,
    pick: (items) => items[below(items.length)] ?? items[0],
    text: (characters, longest) =>
      Array.from({ length: below(longest + 1) }, () =>
        characters.charAt(below(characters.length)),
      ).join(''),
  };
}
