import { Command, InvalidArgumentError } from 'commander';
import { hasMail } from '../../../shared/settings/backend.ts';
import type { Settings } from '../../../shared/settings/schema.ts';
import { requireEmail, wholeNumber } from '../../arguments.ts';
import { requireSettings } from '../../environment.ts';
import { Failure } from '../../failure.ts';
import { present } from '../../output/present.ts';
import { examples } from '../../output/text.ts';
import { type Canary, createCanary } from '../../remote/canary.ts';
import { createSmtp } from '../../remote/smtp.ts';
import { Unreachable } from '../../remote/unreachable.ts';
import type { Session } from '../../session.ts';
import { createProbe, type Probe } from './probe.ts';
import {
  type CanaryReport,
  type MailReport,
  type PingReport,
  renderPing,
  type Timings,
} from './render.ts';

interface Options {
  count: number;
  canary?: true;
  url?: string;
  mail?: string;
}

function siteUrl(text: string): string {
  if (URL.canParse(text) && /^https?:/.test(text)) return text.replace(/\/+$/, '');
  throw new InvalidArgumentError('Use an address, e.g. https://your-domain.com.');
}

export const pingCommand = (session: Session): Command =>
  new Command('ping')
    .description('Call what checks sign-ups: the server, or with Supabase the function')
    .option('--count <times>', 'call this many times', wholeNumber, 5)
    .option('--canary', 'also send a trial sign-up by the whole path; nothing of it stays')
    .option('--url <address>', 'call the server at this address', siteUrl)
    .option('--mail <address>', 'also send one trial mail to this address', requireEmail)
    .addHelpText('after', examples('ping', 'ping --canary --url https://your-domain.com'))
    .action(async ({ count, canary, url, mail }: Options) => {
      const settings = requireSettings(session);
      const reached = await ping(createProbe(settings, url), count);
      const tried = canary ? await tryCanary(await createCanary(settings, url)) : undefined;
      const sent = mail === undefined ? undefined : await tryMail(settings, mail);
      const ok = [reached, tried, sent].every((part) => part?.ok ?? true);
      const data: PingReport = {
        ...reached,
        ok,
        ...(tried && { canary: tried }),
        ...(sent && { mail: sent }),
      };
      present(session, { data, ok, render: renderPing });
    });

/** Returns the report of an Unreachable. Throws any other error. */
function failed(error: unknown) {
  if (!(error instanceof Unreachable)) throw error;
  const { code: cause, message: detail, details } = error;
  return { ok: false, cause, detail, ...details };
}

/** Asks `count` times, one after the other. Stops at the first failure, and returns its cause. */
async function ping(
  { backend, target, prepare, attempt }: Probe,
  count: number,
): Promise<PingReport> {
  const samples: number[] = [];
  const askAll = async () => {
    const answering = await prepare();
    for (let round = 0; round < count; round += 1) {
      const start = performance.now();
      await attempt().finally(() => samples.push(performance.now() - start));
    }
    return { ok: true, backend: answering };
  };
  const reached = await askAll().catch(failed);
  return { backend, target, ...reached, ms: summarise(samples) };
}

/** Returns the least, the median and the greatest time, in milliseconds to a hundredth. */
function summarise(samples: readonly number[]): Timings {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    Math.round((sorted[Math.floor(share * (sorted.length - 1))] ?? 0) * 100) / 100;
  return { min: at(0), median: at(0.5), max: at(1) };
}

async function tryCanary({ target, send }: Canary): Promise<CanaryReport> {
  const start = performance.now();
  const result = await send().then(() => ({ ok: true }), failed);
  return { ...result, target, ms: Math.round(performance.now() - start) };
}

/** Sends one mail by the SMTP server of the settings. */
async function tryMail(settings: Settings, to: string): Promise<MailReport> {
  if (!hasMail(settings)) {
    throw new Failure('bad_settings', 'MAIL_URL is unset', 'Set MAIL_URL and MAIL_FROM.');
  }
  const { target, sendTrial } = await createSmtp(settings);
  const start = performance.now();
  const result = await sendTrial(to).then(() => ({ ok: true }), failed);
  return { ...result, target, to, ms: Math.round(performance.now() - start) };
}
