import { visitorNetworks, visitorsPerSite } from '../../shared/signup/visitor.ts';

export type VisitorCounts = ReturnType<typeof createVisitorCounts>;

/**
 * Counts for each visitor (an IPv4 address, or the /64 of an IPv6 address) up to `most`, and for the /48 around an IPv6
 * visitor up to `most` for each of 16 visitors.
 * @param visitor in each method: the address that a request is counted under; null if it is unknown.
 * @param mostNetworks networks that are remembered. The oldest one is forgotten for the next.
 */
export function createVisitorCounts(most: number, mostNetworks = Number.POSITIVE_INFINITY) {
  const counts = new Map<string, number>();
  const networksOf = (visitor: string | null) =>
    visitorNetworks(visitor ?? 'unknown').map((network, index) => ({
      network,
      limit: index === 0 ? most : most * visitorsPerSite,
    }));
  return {
    /** Adds one. Returns false and adds nothing if the visitor, or the /48 around it, has reached its limit. */
    add(visitor: string | null): boolean {
      const networks = networksOf(visitor);
      if (networks.some(({ network, limit }) => (counts.get(network) ?? 0) >= limit)) return false;
      for (const { network } of networks) {
        counts.set(network, (counts.get(network) ?? 0) + 1);
        const [oldest = network] = counts.keys();
        if (counts.size > mostNetworks) counts.delete(oldest);
      }
      return true;
    },
    /** Subtracts one. The caller has added it before. */
    remove(visitor: string | null): void {
      for (const { network } of networksOf(visitor)) {
        const left = (counts.get(network) ?? 0) - 1;
        if (left > 0) counts.set(network, left);
        else counts.delete(network);
      }
    },
    /** Forgets every visitor. */
    clear: () => counts.clear(),
  };
}
