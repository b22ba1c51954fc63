import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect as connectTo, createServer, Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import {
  createSecureContext,
  type SecureContext,
  type SecureContextOptions,
  TLSSocket,
} from 'node:tls';
import { atEnd } from '../../../shared/testing/at-end.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { followProtocol } from './messages.ts';

/** What the network between a server and the database does. */
export const databaseFaults = [
  'refuses',
  'closes',
  'has no room',
  'falls silent',
  'loses the answer',
  'answers too late',
  'is slow',
  'has an unknown certificate',
] as const;
export type DatabaseFault = (typeof databaseFaults)[number];

/** Faults under which connections stay open. */
const keepsConnections: readonly DatabaseFault[] = [
  'falls silent',
  'loses the answer',
  'answers too late',
  'is slow',
];

/** The host name of each network, and the socket at which it listens. */
const hosts = new Map<string, string>();

// A socket of the file system hands bytes over at once. The kernel may take a while over a TCP connection, and nobody
// could say whether a byte is on its way.
const { connect } = Socket.prototype;
Socket.prototype.connect = function connectByHost(this: Socket, ...to: unknown[]): Socket {
  const path = hosts.get(String(to[1]));
  return Reflect.apply(connect, this, path === undefined ? to : [path]);
};

/** Milliseconds of a slow answer, and of one for which no sign-up waits. */
const delays = { 'is slow': 50, 'answers too late': 10_000 };

/** What a client sends that wants TLS. */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Returns the error that a full PostgreSQL answers a login with. */
function noRoom(): Buffer {
  const fields = 'SFATAL\0VFATAL\0C53300\0Msorry, too many clients already\0\0';
  const message = Buffer.alloc(5 + fields.length, `E0000${fields}`, 'latin1');
  message.writeInt32BE(4 + fields.length, 1);
  return message;
}

/** A connection of a server, and the connection to PostgreSQL behind it. */
interface Connection {
  isBusy(): boolean;
  /** Whether something that was sent on it did not arrive. */
  isBroken: boolean;
  close(): void;
}

export type DatabaseNetwork = Awaited<ReturnType<typeof createDatabaseNetwork>>;

/**
 * Stands between one server and PostgreSQL, in the hand of the simulation. It ends TLS, so that it can read which answers
 * are on their way.
 * @param host the name by which the server connects.
 * @param certificates that the database shows, usually and as a fault; null: without TLS.
 */
export async function createDatabaseNetwork(
  host: string,
  postgresPort: number,
  certificates: { known: SecureContextOptions; unknown: SecureContextOptions } | null,
) {
  const contexts = certificates && {
    known: createSecureContext(certificates.known),
    unknown: createSecureContext(certificates.unknown),
  };
  const connections = new Set<Connection>();
  let fault: DatabaseFault | null = null;
  let waiting: (() => void)[] = [];
  /** Bytes that went either way. */
  let traffic = 0;
  const isBusy = (): boolean => [...connections].some((connection) => connection.isBusy());
  const note = (): void => {
    traffic += 1;
    if (isBusy()) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  };

  /** Carries a connection, as plain text, to PostgreSQL. */
  const carry = (client: Duplex, connection: Connection): void => {
    const database = connectTo(postgresPort, '127.0.0.1').setNoDelay();
    const protocol = followProtocol();
    const close = (): void => {
      connections.delete(connection);
      client.destroy();
      database.destroy();
      note();
    };
    Object.assign(connection, { isBusy: protocol.isAwaiting, close });
    const sendToClient = (chunk: Buffer): void => void client.write(chunk);
    client.on('data', (chunk: Buffer) => {
      if (fault === 'falls silent') connection.isBroken = true;
      if (connection.isBroken) return;
      protocol.fromClient(chunk);
      database.write(chunk);
      note();
    });
    database.on('data', (chunk: Buffer) => {
      protocol.fromServer(chunk);
      const isLost = protocol.hasRun() && !protocol.isAwaiting();
      if (isLost && fault === 'loses the answer') return close();
      if (fault === 'is slow' || (isLost && fault === 'answers too late')) {
        setTimeout(sendToClient, delays[fault], chunk);
      } else sendToClient(chunk);
      note();
    });
    for (const side of [client, database]) side.on('error', close).on('close', close);
  };

  /** Begins TLS when the client asks for it. */
  const greet = async (socket: Socket, connection: Connection): Promise<void> => {
    const [first]: Buffer[] = await once(socket, 'data');
    if (!first || connection.isBroken) return;
    if (!contexts || !first.equals(sslRequest)) {
      carry(socket, connection);
      socket.emit('data', first);
      return;
    }
    socket.write('S');
    const context = fault === 'has an unknown certificate' ? contexts.unknown : contexts.known;
    carry(await secure(socket, context, connection), connection);
  };

  const closeAll = (): void => {
    for (const { close } of connections) close();
  };
  const server = createServer((socket) => {
    const close = (): void => {
      connections.delete(connection);
      socket.destroy();
      note();
    };
    const isBroken = fault === 'falls silent';
    const connection: Connection = { isBusy: () => !connection.isBroken, isBroken, close };
    connections.add(connection);
    socket.on('error', close).on('close', close);
    if (fault === 'closes') close();
    else if (fault === 'has no room') socket.once('data', () => socket.end(noRoom(), close));
    else greet(socket, connection).catch(close);
  });
  const path = join(temporaryFolder(), 'socket');
  hosts.set(host, path);
  const listen = async (): Promise<void> => {
    rmSync(path, { force: true });
    server.listen(path);
    await once(server, 'listening');
  };
  await listen();
  atEnd(() => {
    closeAll();
    server.close();
  });
  return {
    host,
    traffic: () => traffic,
    isBusy,
    /** Resolves when no message is on its way. */
    quiet: (): Promise<void> => new Promise((resolve) => void waiting.push(resolve)),
    /** Begins a fault. Connections that are open are lost with the faults that concern new connections. */
    async break(next: DatabaseFault): Promise<void> {
      await this.heal();
      fault = next;
      if (!keepsConnections.includes(next)) closeAll();
      if (next === 'refuses') await new Promise((resolve) => server.close(resolve));
    },
    /** Ends the fault. A connection that lost something stays silent, as behind a firewall that has forgotten it. */
    async heal(): Promise<void> {
      fault = null;
      if (!server.listening) await listen();
    },
  };
}

/** Ends TLS. Resolves once both sides have agreed on a key. */
async function secure(
  socket: Socket,
  secureContext: SecureContext,
  connection: Connection,
): Promise<TLSSocket> {
  const secured = new TLSSocket(socket, { isServer: true, secureContext });
  secured.on('error', connection.close);
  await once(secured, 'secure');
  return secured;
}
