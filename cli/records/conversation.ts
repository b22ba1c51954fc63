import type { Readable, Writable } from 'node:stream';
import type { RecordsAnswer, RecordsRequest, SignupRecord } from '../../shared/records.ts';
import { Failure } from '../failure.ts';

export interface Listeners {
  /** The next row is read when this one has been dealt with. */
  row?: (row: SignupRecord) => void | Promise<void>;
  progress?: (progress: { done: number; total: number }) => void;
}

export interface Conversation {
  /**
   * Asks one thing and hears it out.
   * @returns what `done` carries. Throws a Failure with the owner’s own code, or `owner_gone`.
   */
  ask(request: RecordsRequest, listeners?: Listeners): Promise<unknown>;
}

/** The lines of a stream, without their breaks, no faster than they are taken. */
async function* linesOf(input: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of input.setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/**
 * Speaks the protocol of `shared/records.ts` over two streams, one request after the other.
 * @param lastWords what the other side had to say, when it ended in the middle.
 */
export function converse(
  input: Readable,
  output: Writable,
  lastWords: () => Promise<string> = async () => '',
): Conversation {
  const lines = linesOf(input);
  const next = async (): Promise<RecordsAnswer> => {
    const { value, done } = await lines.next().catch(() => ({ value: undefined, done: true }));
    if (!done) return JSON.parse(value as string) as RecordsAnswer;
    const words = await lastWords();
    throw new Failure('owner_gone', words || 'the owner of the sign-ups ended in the middle');
  };
  return {
    async ask(request, { row, progress } = {}) {
      output.write(`${JSON.stringify(request)}\n`);
      for (;;) {
        const answer = await next();
        if ('row' in answer) await row?.(answer.row);
        else if ('progress' in answer) progress?.(answer.progress);
        else if ('done' in answer) return answer.done;
        else throw new Failure(answer.error.code, answer.error.message, answer.error.remedy);
      }
    },
  };
}
