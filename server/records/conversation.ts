import { createInterface } from 'node:readline';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { RecordsAnswer } from '../../shared/records.ts';
import type { RecordsOwner } from './owner.ts';
import { failureAnswer, perform } from './perform.ts';
import { readRequest } from './request.ts';

async function* answer(line: string, owner: RecordsOwner): AsyncGenerator<RecordsAnswer> {
  try {
    yield* perform(readRequest(line), owner);
  } catch (error) {
    yield failureAnswer(error);
  }
}

async function* answers(from: Readable, owner: RecordsOwner): AsyncGenerator<string> {
  for await (const line of createInterface({ input: from, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue;
    for await (const said of answer(line, owner)) yield `${JSON.stringify(said)}\n`;
  }
}

/**
 * Answers requests, a line each and one after the other, until the asking side ends; then ends `to`.
 * A slow reader is waited for, so that an export never piles up in memory.
 */
export const converse = (from: Readable, to: Writable, owner: RecordsOwner): Promise<void> =>
  pipeline(Readable.from(answers(from, owner)), to);
