import type { Settings } from '../../shared/settings/schema.ts';

/** Where this machine would reach the server that these settings start. */
export function localAddress({ HOST, PORT }: Pick<Settings, 'HOST' | 'PORT'>): string {
  const host = HOST === '0.0.0.0' ? '127.0.0.1' : HOST === '::' ? '::1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}

export interface ServerHealth {
  ready: boolean;
  backend?: string;
  notReady?: string;
}

/** What `/readyz` says; rejects when nothing answers or something else does. */
export async function askReadiness(address: string, timeoutMs = 3000): Promise<ServerHealth> {
  const response = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(timeoutMs) });
  const body: unknown = await response.json();
  if (typeof body !== 'object' || body === null || !('ready' in body)) {
    throw new Error(`${address} is not this server`);
  }
  return body as ServerHealth;
}

/** Whether a server of ours answers where these settings would put it. */
export const serverAnswers = (settings: Pick<Settings, 'HOST' | 'PORT'>): Promise<boolean> =>
  askReadiness(localAddress(settings)).then(
    () => true,
    () => false,
  );
