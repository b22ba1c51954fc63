import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { visitorNetworks } from '../../shared/signup/visitor.ts';
import type { ClientIp } from './client-ip.ts';
import { closeGently } from './closing.ts';
import { limitNewConnections } from './new-connections.ts';

export const connectionLimits = {
  maxConnections: 4_000,
  /** Connections of one visitor: an IPv4 address, or the /64 of an IPv6 address. Trusted proxies are not counted. */
  maxPerVisitor: 200,
  /**
   * New connections of one visitor. An office of 200 people behind one address opens some 1,200 when all of them open
   * the page in the same second, because a browser opens up to 6.
   */
  newPerVisitor: { atOnce: 1_200, perSecond: 200 },
  /**
   * The number of new connections that the server adds for a response that the client cuts off. The response costs as much
   * as a whole one, and the client can open the next connection at once.
   */
  newPerCutOff: 10,
  /** GET and HEAD requests on one connection that wait for the response to an earlier request. */
  maxPipelined: 16,
};

interface Connection {
  socket: Socket;
  /** The networks of the visitor who opened the connection, the narrowest first. A trusted proxy has none. */
  networks: readonly string[];
  /** Responses that are not completely sent. A response that ends in the turn of its request is not added. */
  underWay: Set<ServerResponse>;
}

/**
 * Makes the parser of a connection fail at the next request. Node emits every request in the bytes that it has read,
 * thousands at once, and offers no way to stop; but a negative return value of this function is an error to its
 * parser. The property is undocumented: listener.test.ts fails if it no longer works.
 */
function stopParsing(socket: Socket & { parser?: { onIncoming: () => number } | null }): void {
  if (socket.parser) socket.parser.onIncoming = () => -1;
}

/**
 * Reads nothing more from a connection, and closes the connection when the responses that are under way are sent. A
 * client that pipelines sign-ups thereby waits for its first response before it can connect again: closing the
 * connection at once would let 190 connections cost the server thousands of sign-ups in a second.
 */
function closeAfterResponses({ socket, underWay }: Connection): void {
  const last = [...underWay].at(-1);
  socket.pause();
  socket.destroySoon = closeGently;
  if (!last) socket.destroySoon();
  else if (last.headersSent) last.once('close', () => socket.destroySoon());
  else last.setHeader('Connection', 'close');
}

type Activity = 'waiting' | 'sending' | 'working';

/** Returns whether the server waits for the client, sends a response to it, or works on a request of it. */
function activityOf({ socket, underWay }: Connection): Activity {
  for (const { writableEnded, req } of underWay) {
    if (!writableEnded && req.complete) return 'working';
  }
  return socket.writableLength > 0 ? 'sending' : 'waiting';
}

/** Returns the oldest connection with this activity. */
function oldest(connections: Iterable<Connection>, activity: Activity): Connection | undefined {
  for (const connection of connections) {
    if (!connection.socket.destroyed && activityOf(connection) === activity) return connection;
  }
  return undefined;
}

/**
 * Bounds the number of connections, in all and for each visitor, the number of new connections of each visitor, and the
 * number of requests that wait on one connection. When all connections are taken, the address that holds most of them
 * loses its oldest waiting one.
 * @param onFlood is called for each connection that is closed because its visitor opens too many.
 * @returns what bounds a handler of requests, and what an error of the parser may do to a connection.
 */
export function limitConnections(
  server: Server,
  limits: typeof connectionLimits,
  { isTrusted }: Pick<ClientIp, 'isTrusted'>,
  onFlood: () => void,
) {
  const { maxConnections, maxPerVisitor, newPerVisitor, newPerCutOff, maxPipelined } = limits;
  const newConnections = limitNewConnections(newPerVisitor);
  /** In the order in which the connections came. */
  const open = new Map<Socket, Connection>();
  /** Connections by network: of each visitor, and of the /48 around an IPv6 visitor. */
  const openOf = new Map<string, Set<Connection>>();

  /** Returns a connection with this activity from the network that holds most connections, or from a proxy. */
  const candidate = (activity: Activity): Connection | undefined => {
    let found: Connection | undefined;
    let most = 0;
    for (const connections of openOf.values()) {
      if (connections.size <= most) continue;
      const held = oldest(connections, activity);
      if (held) [found, most] = [held, connections.size];
    }
    return found ?? oldest(open.values(), activity);
  };

  /** Returns whether one more connection fits, after closing another one for it if need be. */
  const makeRoom = (visitor: string | undefined): boolean => {
    const own = visitor === undefined ? undefined : openOf.get(visitor);
    let evicted: Connection | undefined;
    if (own && own.size >= maxPerVisitor) evicted = oldest(own, 'waiting');
    else if (open.size >= maxConnections) evicted = candidate('waiting') ?? candidate('sending');
    else return true;
    evicted?.socket.destroy();
    return evicted !== undefined;
  };

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    const networks = isTrusted(address) ? [] : visitorNetworks(address ?? '');
    // Closing the connection here costs a tenth of a request.
    if (!newConnections.add(networks)) {
      onFlood();
      socket.destroy();
      return;
    }
    if (!makeRoom(networks[0])) {
      socket.destroy();
      return;
    }
    const connection = { socket, networks, underWay: new Set<ServerResponse>() };
    open.set(socket, connection);
    for (const network of networks) {
      const connections = openOf.get(network) ?? new Set();
      openOf.set(network, connections.add(connection));
    }
    socket.once('close', () => {
      open.delete(socket);
      for (const network of networks) {
        const connections = openOf.get(network);
        connections?.delete(connection);
        if (connections?.size === 0) openOf.delete(network);
      }
    });
  });

  const bound =
    (handle: RequestListener): RequestListener =>
    (request, response) => {
      const { method, socket } = request;
      const connection = open.get(socket);
      // The server does not answer requests behind a response that closes the connection.
      if (!connection || !socket.writable) return stopParsing(socket);
      const { networks, underWay } = connection;
      const mayWait = method === 'GET' || method === 'HEAD';
      if (underWay.size > (mayWait ? maxPipelined : 0)) {
        stopParsing(socket);
        if (mayWait) socket.destroy();
        else closeAfterResponses(connection);
        return;
      }
      // With pipelining, a response has no socket until the previous response is finished.
      const isQueued = !response.socket;
      handle(request, response);
      if (response.writableEnded && !isQueued) {
        // The next request may be in the bytes that the parser has read already.
        if (!response.shouldKeepAlive) stopParsing(socket);
        return;
      }
      underWay.add(response);
      response.once('close', () => {
        underWay.delete(response);
        if (!response.writableFinished) newConnections.charge(networks, newPerCutOff);
      });
    };

  return {
    /** Returns the handler for requests within the bounds. It does not see any other request. */
    bound,
    /**
     * Returns whether the client would take the next bytes for the response to the request that it is sending: no
     * response to an earlier request is under way, and none to this request has begun.
     */
    isAtResponse: (socket: Socket): boolean =>
      [...(open.get(socket)?.underWay ?? [])].every(
        ({ headersSent, req }) => !headersSent && !req.complete,
      ),
    /** Closes a connection, from which nothing can be read any more, when its responses are sent. */
    closeAfterResponses(socket: Socket): void {
      const connection = open.get(socket);
      if (connection) closeAfterResponses(connection);
    },
  };
}
