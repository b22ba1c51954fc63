import { AsyncLocalStorage } from 'node:async_hooks';
import type { Settings } from '../../shared/settings/schema.ts';
import { createVerifyBot } from '../../shared/signup/bot-check.ts';
import { botCheckAction, signupLimits } from '../../shared/signup/contract.ts';
import type { SignupStore } from '../../shared/signup/store.ts';
import { nodeHmac } from '../../shared/signup/testing/process-world.ts';
import { handle } from '../../supabase/functions/secure-signup/handle.ts';
import type { DiskFault } from './disk.ts';
import type { DatabaseFault } from './postgres/network.ts';

export const siteHost = 'deckwright.example';
/** Returns the address at which a replica calls the function. Its host tells the network which replica calls. */
export const supabaseUrl = (replica: number): string =>
  `https://replica-${replica}.supabase.example`;
export const publishableKey = 'sb_publishable_simulation';
export const proxySecret = 'simulation-proxy-secret';
const verifyUrl = 'https://siteverify.example/';

/** What the network does with a call of the function. */
export const functionFaults = [
  'refuses',
  'loses the answer',
  'falls silent',
  'is slow',
  'answers 401 of a gateway',
  'answers 404 of a gateway',
  'answers 429 of a gateway',
  'answers 200 in HTML',
  'answers 500 in HTML',
  'answers a relay error',
  'knows another key',
] as const;
export type FunctionFault = (typeof functionFaults)[number];

/** Milliseconds before a call reaches a function that is slow. */
export const slowMs = 1_000;

/** What the database behind the function does. */
export const rpcFaults = ['refuses', 'loses the answer'] as const;
export const siteverifyFaults = ['refuses'] as const;

/** The faults that hold now; null: none. */
export interface Faults {
  disk: DiskFault | null;
  function: FunctionFault | null;
  database: (typeof rpcFaults)[number] | DatabaseFault | null;
  siteverify: (typeof siteverifyFaults)[number] | null;
}
/** The parts of a world that can fail. */
export type Part = keyof Faults;

export const noFaults = (): Faults => ({
  disk: null,
  function: null,
  database: null,
  siteverify: null,
});

export const reachesFunction = (fault: FunctionFault | null): boolean =>
  fault === null || fault === 'loses the answer' || fault === 'is slow';

/** The minimum fill time as a release of the function has it. */
export interface Release {
  minimumFillTimeMs: number;
}

const ownRelease = (): Release => ({ minimumFillTimeMs: signupLimits.minimumFillTimeMs });

/** Runs the code of the function with the limits of its own release. */
function inReleaseOfFunction(release: Release) {
  const own = signupLimits.minimumFillTimeMs;
  const place = new AsyncLocalStorage<Release>();
  Object.defineProperty(signupLimits, 'minimumFillTimeMs', {
    configurable: true,
    enumerable: true,
    get: () => place.getStore()?.minimumFillTimeMs ?? own,
  });
  return {
    run: <Answer>(work: () => Promise<Answer>): Promise<Answer> => place.run(release, work),
    end: () =>
      void Object.defineProperty(signupLimits, 'minimumFillTimeMs', {
        value: own,
        writable: true,
        enumerable: true,
      }),
  };
}

const json = { 'Content-Type': 'application/json' };

/** Rejects when the signal is aborted. */
const silence = (signal?: AbortSignal | null): Promise<never> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

/** Adds the faults of a database to a store. */
const faulty = (store: SignupStore, faults: Faults): SignupStore => {
  const through = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    if (faults.database === 'refuses') throw new Error('The database answered 503.');
    const answer = await work();
    if (faults.database === 'loses the answer') throw new Error('fetch failed');
    return answer;
  };
  return {
    record: (attempt, signup) => through(() => store.record(attempt, signup)),
    addCounts: (counts) => through(() => store.addCounts(counts)),
    addNotice: (notice) => through(() => store.addNotice(notice)),
  };
};

const noFunction = () => Promise.reject(new Error('there is no function'));
const noStore: SignupStore = { record: noFunction, addCounts: noFunction, addNotice: noFunction };

/**
 * Replaces `fetch` in this process by a network of two hosts: siteverify, and the function `secure-signup`, whose
 * handler runs in this process on `store`.
 * @param settings of the function. The simulation changes them while the function runs.
 * @param store of the function; null in a world that calls no function.
 */
export function installNetwork(settings: Settings, store: SignupStore | null, faults: Faults) {
  const realFetch = globalThis.fetch;
  const release = ownRelease();
  const releaseOfFunction = inReleaseOfFunction(release);
  /** Calls that have not reached the function yet, with the address that they go to. */
  const underWay = new Map<() => void, string>();
  const reachSlowly = (url: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const cut = () => reject(new TypeError('fetch failed'));
      underWay.set(cut, url);
      setTimeout(() => {
        if (underWay.delete(cut)) resolve();
      }, slowMs);
    });
  const spent = new Set<string>();
  const siteverify = async (body: { response: string }): Promise<Response> => {
    if (faults.siteverify) throw new TypeError('fetch failed');
    const success = body.response.startsWith('good') && !spent.has(body.response);
    spent.add(body.response);
    return Response.json({ success, hostname: siteHost, action: botCheckAction });
  };
  const toSiteverify: typeof fetch = (_url, init) => siteverify(JSON.parse(String(init?.body)));
  const noEntry = async () => null;
  const dependencies = {
    entries: { read: noEntry, confirm: noEntry, remove: noEntry },
    store: faulty(store ?? noStore, faults),
    settings,
    verifyBot: createVerifyBot(settings, toSiteverify),
    hasMail: false,
    queuesEvents: false,
    now: () => new Date(),
    ipHashSecret: async () => 'secret of the function',
    hmac: nodeHmac,
    proxySecret,
    isHosted: true,
    acceptedKeys: [publishableKey],
    allowedOrigins: [settings.SITE_ORIGIN],
    onError: () => {},
  };
  const toFunction = async (request: Request, signal?: AbortSignal | null): Promise<Response> => {
    const { function: fault } = faults;
    switch (fault) {
      case 'refuses':
        throw new TypeError('fetch failed');
      case 'falls silent':
        return silence(signal);
      case 'is slow':
        await reachSlowly(request.url);
        break;
      case 'answers 401 of a gateway':
      case 'answers 404 of a gateway':
      case 'answers 429 of a gateway':
        return Response.json({}, { status: Number(fault.slice(8, 11)) });
      case 'answers 200 in HTML':
        return new Response('<h1>', { headers: { 'Content-Type': 'text/html' } });
      case 'answers 500 in HTML':
        return new Response('<h1>', { status: 500, headers: { 'Content-Type': 'text/html' } });
      case 'answers a relay error':
        return Response.json({}, { status: 500, headers: { ...json, 'x-relay-error': 'true' } });
    }
    const acceptedKeys = fault === 'knows another key' ? [] : dependencies.acceptedKeys;
    const answer = await releaseOfFunction.run(() =>
      handle(request, { ...dependencies, acceptedKeys }),
    );
    if (fault === 'loses the answer') throw new TypeError('fetch failed');
    return answer;
  };
  globalThis.fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    if (url.startsWith(verifyUrl)) return toSiteverify(input, init);
    const { signal, ...rest } = init ?? {};
    if (new URL(url).hostname.endsWith('.supabase.example')) {
      return toFunction(new Request(input, rest), signal);
    }
    throw new Error(`the simulation has no host for ${url}`);
  };
  return {
    release,
    /** Returns whether a call is on its way to the function. */
    isBusy: (): boolean => underWay.size > 0,
    /** Cuts the calls of a replica that have not reached the function, as the end of its process does. */
    cut(replica: number): void {
      for (const [cut, url] of underWay) {
        if (!url.startsWith(supabaseUrl(replica))) continue;
        underWay.delete(cut);
        cut();
      }
    },
    /** Puts the real `fetch` back. */
    end(): void {
      globalThis.fetch = realFetch;
      releaseOfFunction.end();
    },
  };
}

/** The settings of every replica and of the function. */
export const commonSettings = {
  NODE_ENV: 'test',
  SITE_ORIGIN: `https://${siteHost}`,
  IP_HASH_SECRET: 'simulation-hash-secret',
  SIGNUP_PROXY_SECRET: proxySecret,
  TURNSTILE_SITE_KEY: '0x4site',
  TURNSTILE_SECRET_KEY: '0x4secret',
  TURNSTILE_VERIFY_URL: verifyUrl,
  // Links lead to entries. No worker sends the mails.
  MAIL_URL: 'smtp://127.0.0.1:1?tls=none',
  MAIL_FROM: 'hello@deckwright.example',
  SIGNUP_LIMIT_PER_VISITOR_HOUR: '4',
  SIGNUP_LIMIT_PER_ADDRESS_DAY: '2',
} as const;
