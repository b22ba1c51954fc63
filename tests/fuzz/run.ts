import type { Running } from '../support/running-server.ts';
import { exchange } from './exchange.ts';
import type { Sample } from './memory.ts';
import { finalAnswer, problemsOf, statusOf } from './problems.ts';
import { createRandom } from './random.ts';
import { type Sending, sending } from './requests.ts';

/** Connections at once. */
const together = 24;
const samplesTaken = 60;

export interface Finding {
  problem: string;
  times: number;
  /** The first sending that showed it, as text. */
  example: string;
}

export interface Summary {
  requests: number;
  statuses: Map<string, number>;
  findings: Map<string, Finding>;
  memory: Sample[];
}

const asText = ({ pieces }: Sending): string =>
  JSON.stringify(Buffer.concat(pieces).toString('latin1').slice(0, 600));

/** Sends so many requests as the seed says, and looks at every answer. */
export async function fuzz(server: Running, requests: number, seed: number): Promise<Summary> {
  const random = createRandom(seed);
  const port = Number(new URL(server.url).port);
  const summary: Summary = { requests: 0, statuses: new Map(), findings: new Map(), memory: [] };
  const every = Math.max(1, Math.floor(requests / samplesTaken));
  const found = (problem: string, sent: Sending) => {
    const known = summary.findings.get(problem);
    if (known) known.times += 1;
    else summary.findings.set(problem, { problem, times: 1, example: asText(sent) });
  };
  const one = async (): Promise<void> => {
    const sent = sending(random);
    const { heard, isCutShort } = await exchange(port, sent);
    const answer = finalAnswer(heard);
    const status = statusOf(answer);
    summary.statuses.set(status, (summary.statuses.get(status) ?? 0) + 1);
    if (answer !== '') for (const problem of problemsOf(answer)) found(problem, sent);
    else if (sent.isOwed && !isCutShort) found('no answer at all', sent);
  };
  const sender = async (): Promise<void> => {
    while (summary.requests < requests) {
      summary.requests += 1;
      if (summary.requests % every === 0) {
        summary.memory.push({ requests: summary.requests, mebibytes: server.memoryMiB() });
      }
      await one();
    }
  };
  await Promise.all(Array.from({ length: together }, sender));
  return summary;
}
