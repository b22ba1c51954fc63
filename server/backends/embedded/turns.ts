import type { Ask, RecordQuestion, Reply } from './messages.ts';

/** More in one transaction gain little, and the first of them would wait for the last. */
const longestBatch = 64;

type RecordAsk = Ask & { question: RecordQuestion };

const isRecord = (ask: Ask | undefined): ask is RecordAsk =>
  ask !== undefined && 'record' in ask.question;

interface Work {
  /** Answers one question. Never rejects. */
  one(ask: Ask): Promise<Reply>;
  /** Answers many sign-ups at once, or rejects and has saved none of them. */
  many(asks: readonly RecordAsk[]): Promise<Reply[]>;
  reply(replies: Reply[]): void;
  onClose(): void;
}

/**
 * Answers questions in their order. Sign-ups that came while the one before was being saved are saved together:
 * alone, each would pay for a transaction of its own.
 */
export function createTurns({ one, many, reply, onClose }: Work) {
  const waiting: Ask[] = [];
  let isBusy = false;

  /** The sign-ups at the head of the queue; none where something else stands there. */
  const nextSignUps = (): RecordAsk[] => {
    const end = waiting.findIndex((ask, index) => index === longestBatch || !isRecord(ask));
    return waiting.splice(0, end === -1 ? waiting.length : end).filter(isRecord);
  };
  const together = async (asks: readonly RecordAsk[]): Promise<Reply[]> => {
    try {
      return await many(asks);
    } catch {
      // One of them is at fault; alone, only that one fails.
      const replies: Reply[] = [];
      for (const ask of asks) replies.push(await one(ask));
      return replies;
    }
  };
  const work = async (): Promise<void> => {
    isBusy = true;
    while (waiting.length > 0) {
      const signUps = nextSignUps();
      if (signUps.length > 0) {
        reply(await together(signUps));
        continue;
      }
      const ask = waiting.shift();
      if (!ask) break;
      reply([await one(ask)]);
      if ('close' in ask.question) onClose();
    }
    isBusy = false;
  };
  return {
    take(asks: readonly Ask[]): void {
      waiting.push(...asks);
      if (!isBusy) void work();
    },
  };
}
