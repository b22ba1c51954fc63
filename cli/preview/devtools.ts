import type { Readable, Writable } from 'node:stream';
import { Failure } from '../failure.ts';

type Params = Record<string, unknown>;
type Listener = (params: Params, sessionId: string | undefined) => void;

interface Message {
  id?: number;
  method?: string;
  params?: Params;
  result?: Params;
  error?: { message: string };
  sessionId?: string;
}

/** A conversation with a browser in its DevTools protocol. */
export interface DevTools {
  /** Rejects with a Failure when the browser refuses, or ends before it answers. */
  send(method: string, params?: Params, sessionId?: string): Promise<Params>;
  on(method: string, listener: Listener): void;
}

const gone = () => new Failure('browser_gone', 'the browser ended before it answered');

/** Speaks over `--remote-debugging-pipe`: messages end in a zero byte, and no port is opened. */
export function devTools(input: Readable, output: Writable): DevTools {
  const waiting = new Map<number, PromiseWithResolvers<Params>>();
  const listeners = new Map<string, Listener[]>();
  let lastId = 0;
  let rest = '';
  let isOpen = true;

  const take = ({ id, method, params = {}, result = {}, error, sessionId }: Message) => {
    if (method) for (const listener of listeners.get(method) ?? []) listener(params, sessionId);
    const answer = id === undefined ? undefined : waiting.get(id);
    if (id === undefined || !answer) return;
    waiting.delete(id);
    if (error) answer.reject(new Failure('browser_refused', error.message));
    else answer.resolve(result);
  };
  input.setEncoding('utf8').on('data', (text: string) => {
    const messages = (rest + text).split('\0');
    rest = messages.pop() ?? '';
    for (const message of messages) take(JSON.parse(message) as Message);
  });
  input.on('close', () => {
    isOpen = false;
    for (const answer of waiting.values()) answer.reject(gone());
    waiting.clear();
  });
  output.on('error', () => {});

  return {
    send(method, params = {}, sessionId) {
      if (!isOpen) return Promise.reject(gone());
      lastId += 1;
      const answer = Promise.withResolvers<Params>();
      waiting.set(lastId, answer);
      output.write(`${JSON.stringify({ id: lastId, method, params, sessionId })}\0`);
      return answer.promise;
    },
    on(method, listener) {
      listeners.set(method, [...(listeners.get(method) ?? []), listener]);
    },
  };
}
