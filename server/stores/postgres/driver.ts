import type { ClientConfig, Pool as Driver, Client as PgClient } from 'pg';
import { readAddress } from './address.ts';

/** Milliseconds after which a session without work is closed. */
const idleMs = 60_000;

/**
 * Makes a session fail at its login unless the login is bound to the TLS channel, as `channel_binding=require` asks.
 * Without this, a server in between could ask for the password itself.
 */
function requireBinding({ connection }: PgClient): void {
  const refuse = (): void => {
    connection.stream.destroy(
      new Error('the server offers no channel binding, which channel_binding=require asks for'),
    );
  };
  connection.on('authenticationCleartextPassword', refuse);
  connection.on('authenticationMD5Password', refuse);
  connection.on('authenticationSASL', ({ mechanisms }: { mechanisms: string[] }) => {
    if (!mechanisms.includes('SCRAM-SHA-256-PLUS')) refuse();
  });
}

/**
 * Opens the pool of `pg`. Loads the driver only now, because it costs memory that SQLite does not need.
 * @param connectMs for one session, the wait for a place included; null: no limit.
 */
export async function openDriver(
  url: string,
  size: number,
  connectMs: number | null,
): Promise<Driver> {
  const { default: pg } = await import('pg');
  const address = await readAddress(url);
  class Client extends pg.Client {
    constructor(config?: ClientConfig) {
      super(config);
      // The call that uses the session gets the error. Without a listener the error would end the process.
      this.on('error', () => {});
      if (address.enableChannelBinding) requireBinding(this);
    }
  }
  // The text of a time depends on the DateStyle of the session, so statements read times by `to_char`, and no time is
  // parsed here.
  const { DATE, TIMESTAMP, TIMESTAMPTZ } = pg.types.builtins;
  const isTime = (type: number): boolean => [DATE, TIMESTAMP, TIMESTAMPTZ].includes(type);
  const getTypeParser = ((type: number, format?: 'text') =>
    isTime(type) ? String : pg.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser;
  const driver = new pg.Pool({
    ...address,
    Client: Client as never,
    types: { getTypeParser },
    max: size,
    keepAlive: true,
    idleTimeoutMillis: idleMs,
    ...(connectMs !== null && { connectionTimeoutMillis: connectMs }),
  });
  driver.on('error', () => {});
  return driver;
}
