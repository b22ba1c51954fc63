import { type BackendName, backendOf } from '../../shared/settings/backend.ts';
import type { Settings } from '../../shared/settings/schema.ts';
import { Failure } from '../failure.ts';
import { causeInText, innermost, networkCause, Unreachable } from '../reach/causes.ts';
import { deployedFunction } from '../reach/function.ts';
import { askReadiness, localAddress, serverAnswers } from '../reach/local-server.ts';
import { reachOwner } from '../records/owner.ts';

/** Something to ask again and again. */
export interface Probe {
  backend: BackendName;
  /** What is asked, for the reader. */
  target: string;
  /** Once, before the first timed attempt. Rejects with Unreachable. */
  prepare(): Promise<void>;
  /** One attempt. Rejects with Unreachable. */
  attempt(): Promise<void>;
  close(): Promise<void>;
}

function functionProbe(settings: Settings, url: string): Probe {
  const { health, acceptsKey } = deployedFunction(settings, url);
  return {
    backend: 'supabase',
    target: url,
    prepare: acceptsKey,
    attempt: health,
    close: async () => {},
  };
}

function serverProbe(backend: BackendName, address: string): Probe {
  return {
    backend,
    target: address,
    prepare: async () => {},
    async attempt() {
      const { ready, notReady } = await askReadiness(address).catch((error: unknown) => {
        throw new Unreachable(networkCause(error) ?? 'http', innermost(error));
      });
      if (!ready) throw new Unreachable('not_ready', notReady ?? 'not ready');
    },
    close: async () => {},
  };
}

async function ownerProbe(backend: BackendName, settings: Settings): Promise<Probe> {
  const owner = await reachOwner(settings);
  const attempt = async () => {
    await owner.ask({ method: 'ping' }).catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      throw new Unreachable(causeInText(error.message) ?? 'database', error.message);
    });
  };
  return {
    backend,
    target: backend === 'sqlite' ? settings.DATA_DIR : 'DATABASE_URL',
    // The first answer waits for the database to open, which is not what is measured.
    prepare: attempt,
    attempt,
    close: owner.close,
  };
}

/** The deployed function; else the running server; else, with none running, its database. */
export async function createProbe(settings: Settings): Promise<Probe> {
  if (settings.SUPABASE_URL) return functionProbe(settings, settings.SUPABASE_URL);
  const backend = backendOf(settings);
  return (await serverAnswers(settings))
    ? serverProbe(backend, localAddress(settings))
    : ownerProbe(backend, settings);
}
