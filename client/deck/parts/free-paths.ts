/** Gives new parts paths that no kept part has. */
export class FreePaths {
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string>) {
    this.#taken = new Set([...taken].map((path) => path.toLowerCase()));
  }

  /** Returns the path with the first free number. */
  take(start: string, end: string, from = 1): string {
    for (let number = from; ; number += 1) {
      const path = `${start}${number}${end}`;
      if (this.#taken.has(path.toLowerCase())) continue;
      this.#taken.add(path.toLowerCase());
      return path;
    }
  }
}
