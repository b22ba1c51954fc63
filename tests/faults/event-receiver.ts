/**
 * A system that receives events, for tests: `node event-receiver.ts PORT FILE SECRET`. Appends each event that it accepts to
 * a file, one JSON line each, before it answers. At random it refuses an event, answers late, or ends before or after the
 * line is written.
 */
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';

const [port, file = '', secret = ''] = process.argv.slice(2);
const webhook = new Webhook(secret);

const happens = (share: number): boolean => Math.random() < share;

createServer(async (request, response) => {
  const body = await text(request);
  if (happens(0.003)) process.exit(1);
  if (happens(0.03)) {
    response.writeHead(500).end();
    return;
  }
  // Throws, and so ends the process with a message, if a signature is wrong.
  const { type, data } = webhook.verify(body, request.headers as Record<string, string>) as {
    type: string;
    data: object;
  };
  const id = request.headers['webhook-id'];
  appendFileSync(file, `${JSON.stringify({ id, type, ...data, at: Date.now() })}\n`);
  if (happens(0.003)) process.exit(1);
  if (happens(0.02)) await setTimeout(Math.random() * 400);
  response.writeHead(204).end();
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('receives\n'));
