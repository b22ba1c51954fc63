import { visitorsPerSite } from '../../shared/signup/visitor.ts';

/** The most networks that the server remembers. A further network takes the place of the one that was quiet for longest. */
const mostNetworks = 10_000;

/**
 * Limits the new connections of each visitor: `atOnce` connections, and `perSecond` more in each second after that. A /48
 * may open as many connections as 16 visitors.
 * @param now in milliseconds.
 * @param networks in each method: the networks of a visitor, the narrowest first. A trusted proxy has none.
 */
export function limitNewConnections(
  { atOnce, perSecond }: { atOnce: number; perSecond: number },
  now = () => performance.now(),
) {
  const msPerConnection = 1000 / perSecond;
  const mostMs = atOnce * msPerConnection;
  /** Network → the time at which it may open `atOnce` connections again, in milliseconds. Each connection delays this time. */
  const restedAt = new Map<string, number>();
  const restedAfter = (networks: readonly string[], connections: number, time: number) =>
    networks.map((network, index): [network: string, at: number] => {
      const ms = (connections * msPerConnection) / (index === 0 ? 1 : visitorsPerSite);
      return [network, Math.max(restedAt.get(network) ?? 0, time) + ms];
    });
  const remember = (network: string, at: number): void => {
    restedAt.delete(network);
    restedAt.set(network, at);
    const [oldest = network] = restedAt.keys();
    if (restedAt.size > mostNetworks) restedAt.delete(oldest);
  };
  return {
    /** Counts a connection. Returns false and counts nothing if the visitor has opened too many. */
    add(networks: readonly string[]): boolean {
      const latest = now() + mostMs;
      const next = restedAfter(networks, 1, latest - mostMs);
      if (next.some(([, at]) => at > latest)) return false;
      for (const [network, at] of next) remember(network, at);
      return true;
    },
    /** Counts further connections without opening any, at most as many as the visitor may still open. */
    charge(networks: readonly string[], connections: number): void {
      const latest = now() + mostMs;
      for (const [network, at] of restedAfter(networks, connections, latest - mostMs)) {
        remember(network, Math.min(at, latest));
      }
    },
  };
}
