import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type RecordsAnswer, recordsSocketName } from '../../shared/records.ts';

/** Asks a running owner over its socket, as the terminal does. @returns everything it answered. */
export async function askRecords(directory: string, request: unknown): Promise<RecordsAnswer[]> {
  const socket = connect(join(directory, recordsSocketName));
  await once(socket, 'connect');
  socket.end(`${typeof request === 'string' ? request : JSON.stringify(request)}\n`);
  const answers: RecordsAnswer[] = [];
  for await (const line of createInterface({ input: socket })) answers.push(JSON.parse(line));
  return answers;
}
