/** What a journey does in any browser, whatever drives it. */
export interface Reader {
  /** Name and version, e.g. `Firefox 153.0`. */
  engine: string;
  open(address: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** The value of an expression in the page. It may only hold what JSON holds. */
  read<Value>(expression: string): Promise<Value>;
  press(selector: string): Promise<void>;
  type(selector: string, text: string): Promise<void>;
  key(name: 'Enter' | 'Escape' | 'Tab' | 'ArrowRight'): Promise<void>;
  close(): Promise<void>;
}

/** How a browser is found and started; undefined where it is not installed. */
export type Engine = { name: string; remedy: string; launch(): Promise<Reader | undefined> };

/** Longest wait for anything, in milliseconds; a slow machine needs some of it, a broken page all. */
const patienceMs = 30_000;

/** Waits until an expression is true in the page. Throws with the expression and its last value. */
export async function until(reader: Reader, expression: string): Promise<void> {
  const end = Date.now() + patienceMs;
  let last: unknown;
  while (Date.now() < end) {
    // While a page is being replaced there is none to ask.
    last = await reader.read(expression).catch(String);
    if (last === true) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${expression} was never true; at last it was ${JSON.stringify(last)}`);
}
