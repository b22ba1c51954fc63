export type Encoding = 'br' | 'gzip' | 'identity';

/** Ours in the order we would choose, best first. */
const encodings: readonly Encoding[] = ['br', 'gzip', 'identity'];

function parse(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const q = parameters.find((parameter) => /^q\s*=/.test(parameter));
    const weight = q === undefined ? 1 : Number(q.slice(q.indexOf('=') + 1));
    if (name) weights.set(name === 'x-gzip' ? 'gzip' : name, Number.isNaN(weight) ? 0 : weight);
  }
  return weights;
}

function weigh(weights: ReadonlyMap<string, number>, encoding: Encoding): number {
  const named = weights.get(encoding);
  if (named !== undefined) return named;
  // Identity is acceptable unless refused, but only where nothing else was asked for (RFC 9110, 12.5.3).
  if (encoding === 'identity') return weights.get('*') === 0 ? 0 : Number.MIN_VALUE;
  return weights.get('*') ?? 0;
}

function rank(header: string): readonly Encoding[] {
  const weights = parse(header);
  return encodings
    .map((encoding) => ({ encoding, weight: weigh(weights, encoding) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ encoding }) => encoding);
}

/** Browsers send a handful of values; strangers may send any number, so only the first few are kept. */
const known = new Map<string, readonly Encoding[]>();
const knownLimit = 64;

/** @returns the encodings that a client takes, best first; empty when it takes none of ours. */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  if (header === undefined) return ['identity'];
  const before = known.get(header);
  if (before) return before;
  const ranked = rank(header);
  if (known.size < knownLimit && header.length < 128) known.set(header, ranked);
  return ranked;
}
