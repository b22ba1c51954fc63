import { type BackendName, backendOf } from '../../../shared/settings/backend.ts';
import type { Settings } from '../../../shared/settings/schema.ts';
import { deployedFunction } from '../../remote/edge-function.ts';
import { localAddress, requireReady } from '../../remote/local-server.ts';

/** A service that `ping` calls several times. */
export interface Probe {
  backend: BackendName;
  /** The address that is asked. */
  target: string;
  /** Runs once, before the first timed attempt. Rejects with Unreachable. @returns the backend that judges sign-ups there. */
  prepare(): Promise<string>;
  /** Makes one attempt. Rejects with Unreachable. */
  attempt(): Promise<unknown>;
}

/** Returns a probe of the service that judges sign-ups with these settings: the deployed function or the running server. */
export function createProbe(settings: Settings, url?: string): Probe {
  const backend = backendOf(settings);
  if (settings.SUPABASE_URL && url === undefined) {
    const { health, acceptsKey } = deployedFunction(settings, settings.SUPABASE_URL);
    const prepare = () => acceptsKey().then(() => backend);
    return { backend, target: settings.SUPABASE_URL, prepare, attempt: health };
  }
  const target = url ?? localAddress(settings);
  const attempt = () => requireReady(target);
  const prepare = async () => (await attempt()).backend ?? backend;
  return { backend, target, prepare, attempt };
}
