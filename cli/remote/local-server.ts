import type { Settings } from '../../shared/settings/schema.ts';
import { Unreachable, unreachable } from './unreachable.ts';

/** Returns the address at which this machine reaches the server of these settings. */
export function localAddress({ HOST, PORT }: Pick<Settings, 'HOST' | 'PORT'>): string {
  const host = HOST === '0.0.0.0' ? '127.0.0.1' : HOST === '::' ? '::1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}

const timeoutMs = 3000;

interface Health {
  ready?: boolean;
  notReady?: string;
  backend?: string;
  version?: string;
  revision?: string;
}

/** Asks a server whether it is ready. Rejects with Unreachable when nothing answers, another program answers, or it is not ready. */
export async function requireReady(address: string): Promise<Health> {
  const signal = AbortSignal.timeout(timeoutMs);
  const health: Health = await fetch(`${address}/readyz`, { signal })
    .then((response) => response.json())
    .catch((error: unknown) => {
      throw unreachable(error, 'no_server');
    });
  if (health?.ready) return health;
  if (health?.ready === false) throw new Unreachable('not_ready', health.notReady ?? 'not ready');
  throw new Unreachable('http', `something else answers at ${address}`);
}

/** Returns whether our server answers at an address, ready or not. */
export const isServerAt = (address: string): Promise<boolean> =>
  requireReady(address).then(
    () => true,
    ({ code }: Unreachable) => code === 'not_ready',
  );
