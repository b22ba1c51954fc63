import type { Settings } from '../../shared/settings/schema.ts';
import { Failure } from '../failure.ts';
import { causes, Unreachable, unreachable } from './causes.ts';

/** Where this machine would reach the server that these settings start. */
export function localAddress({ HOST, PORT }: Pick<Settings, 'HOST' | 'PORT'>): string {
  const host = HOST === '0.0.0.0' ? '127.0.0.1' : HOST === '::' ? '::1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}

export interface ServerHealth {
  ready: boolean;
  notReady?: string;
}

/** What `/readyz` says. Rejects with Unreachable when nothing answers, or something else does. */
export async function askReadiness(address: string, timeoutMs = 3000): Promise<ServerHealth> {
  const signal = AbortSignal.timeout(timeoutMs);
  const body: unknown = await fetch(`${address}/readyz`, { signal })
    .then((response) => response.json())
    .catch((error: unknown) => {
      throw unreachable(error, 'no_server');
    });
  if (typeof body === 'object' && body !== null && 'ready' in body) return body as ServerHealth;
  throw new Unreachable('http', `something else answers at ${address}`);
}

/** Whether a server of ours answers there. */
export const isServerAt = (address: string): Promise<boolean> =>
  askReadiness(address).then(
    () => true,
    () => false,
  );

/** The address of the running server. Throws a Failure where none answers. */
export async function requireServer(settings: Settings): Promise<string> {
  const address = localAddress(settings);
  if (await isServerAt(address)) return address;
  throw new Failure('no_server', `no server answers at ${address}`, causes.no_server);
}
