import type { Answer, Answers, Posted, Question } from './messages.ts';
import { workerAddress } from './worker-address.ts';

/** A worker that has loaded the engine. */
type Reader = <Kind extends Question['kind']>(
  question: Extract<Question, { kind: Kind }>,
) => Promise<Answers[Kind]>;

/** Milliseconds after which the engine counts as missing. On a slow phone line its 50 kB arrive in 15 s. */
const loadTimeout = 30_000;

let loading: Promise<Reader> | undefined;

function start(): Promise<Reader> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerAddress(), { type: 'module' });
    const waiting = new Map<number, PromiseWithResolvers<Answer>>();
    let last = 0;
    /** Ends the worker. The next call of `loadReader` starts another one. */
    const end = () => {
      worker.terminate();
      loading = undefined;
      reject(new Error('The reader did not load.'));
      for (const { reject: fail } of waiting.values()) fail(new Error('The reader ended.'));
    };
    const deadline = setTimeout(end, loadTimeout);
    const ask = (question: Question) => {
      last += 1;
      const answer = Promise.withResolvers<Answer>();
      waiting.set(last, answer);
      worker.postMessage([last, question]);
      return answer.promise;
    };
    worker.onmessage = ({ data }: MessageEvent<Posted>) => {
      clearTimeout(deadline);
      if (data === 'ready') return resolve(ask as Reader);
      const [number, answer] = data;
      if (answer === 'failed') waiting.get(number)?.reject(new Error('The reader failed.'));
      else waiting.get(number)?.resolve(answer);
      waiting.delete(number);
    };
    // Before the worker is ready, an error means that its code did not load.
    worker.onerror = (event) => {
      event.preventDefault();
      clearTimeout(deadline);
      end();
    };
  });
}

/** Loads the engine. After a failure the next call tries again. */
export function loadReader(): Promise<Reader> {
  loading ??= start();
  return loading;
}
