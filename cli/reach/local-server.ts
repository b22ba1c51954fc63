import type { Settings } from '../../shared/settings/schema.ts';
import { Unreachable, unreachable } from './causes.ts';

/** Where this machine would reach the server that these settings start. */
export function localAddress({ HOST, PORT }: Pick<Settings, 'HOST' | 'PORT'>): string {
  const host = HOST === '0.0.0.0' ? '127.0.0.1' : HOST === '::' ? '::1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}

const patienceMs = 3000;

interface Health {
  ready?: boolean;
  notReady?: string;
  backend?: string;
  version?: string;
  revision?: string;
}

/** Rejects with Unreachable where nothing answers, something else does, or the server takes no sign-ups yet. */
export async function requireReady(address: string): Promise<Health> {
  const signal = AbortSignal.timeout(patienceMs);
  const health: Health = await fetch(`${address}/readyz`, { signal })
    .then((response) => response.json())
    .catch((error: unknown) => {
      throw unreachable(error, 'no_server');
    });
  if (health?.ready) return health;
  if (health?.ready === false) throw new Unreachable('not_ready', health.notReady ?? 'not ready');
  throw new Unreachable('http', `something else answers at ${address}`);
}

/** Whether a server of ours answers there, ready or not. */
export const isServerAt = (address: string): Promise<boolean> =>
  requireReady(address).then(
    () => true,
    ({ code }: Unreachable) => code === 'not_ready',
  );
