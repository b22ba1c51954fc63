import type { ManifestEntry } from './entries.ts';

/** What is wrong with one field of one page. */
export interface ManifestProblem {
  path: string | null;
  field: keyof ManifestEntry;
  problem: string;
}

/** Longest text, in characters, that search results show whole. */
export const headLimits = { title: 60, description: 160 } as const;

type Rule = (entry: ManifestEntry, all: readonly ManifestEntry[]) => (string | null)[];

const absoluteUrl = /^https?:\/\/[^/]+\//;
const isBlank = (text: string): boolean => text.trim() === '';
const isNoindex = (entry: ManifestEntry): boolean => entry.robots.includes('noindex');

const sharedWith = (
  entry: ManifestEntry,
  all: readonly ManifestEntry[],
  field: 'path' | 'title' | 'description' | 'canonical',
): string | null => {
  const other = all.find((page) => page !== entry && page[field] === entry[field]);
  return other ? `is the same as on ${other.path ?? 'the 404 page'}` : null;
};

const text =
  (field: 'title' | 'description'): Rule =>
  (entry, all) =>
    isBlank(entry[field])
      ? ['is missing']
      : [
          entry[field].length > headLimits[field]
            ? `has ${entry[field].length} characters, more than ${headLimits[field]}`
            : null,
          sharedWith(entry, all, field),
        ];

const canonicalRule: Rule = (entry, all) => {
  if (entry.canonical === null) {
    return [entry.status === 200 ? 'is missing' : null];
  }
  return [
    entry.status === 200 ? null : `stands on a page that answers ${entry.status}`,
    absoluteUrl.test(entry.canonical) ? null : 'is relative',
    entry.path !== '/' && entry.canonical.endsWith('/') ? 'ends in a slash' : null,
    /[?#]/.test(entry.canonical) ? 'has a query or an anchor' : null,
    absoluteUrl.test(entry.canonical) && new URL(entry.canonical).pathname !== entry.path
      ? 'names another page'
      : null,
    sharedWith(entry, all, 'canonical'),
  ];
};

const rules: { [Field in keyof ManifestEntry]?: Rule } = {
  path: (entry, all) => [
    entry.path === null || entry.path.startsWith('/') ? null : 'is relative',
    sharedWith(entry, all, 'path'),
  ],
  status: (entry) => [
    entry.path === null && entry.status !== 404 ? 'is not 404 where there is no page' : null,
  ],
  title: text('title'),
  description: text('description'),
  keywords: (entry) => [
    entry.keywords.length === 0 || entry.keywords.some(isBlank) ? 'is missing' : null,
    new Set(entry.keywords).size < entry.keywords.length ? 'names a keyword twice' : null,
  ],
  canonical: canonicalRule,
  robots: (entry) => [
    isBlank(entry.robots) ? 'is missing' : null,
    entry.status !== 200 && !isNoindex(entry) ? 'lets an error page be indexed' : null,
  ],
  image: (entry) => [
    isBlank(entry.image) ? 'is missing' : absoluteUrl.test(entry.image) ? null : 'is relative',
  ],
  structuredData: (entry) => [
    entry.structuredData.length > 0 && entry.status !== 200 ? 'stands on an error page' : null,
    new Set(entry.structuredData).size < entry.structuredData.length ? 'names a type twice' : null,
  ],
};

/** Every breach of the rules that can be seen without asking a server. */
export const manifestProblems = (entries: readonly ManifestEntry[]): ManifestProblem[] =>
  entries.flatMap((entry) =>
    Object.entries(rules).flatMap(([field, rule]) =>
      rule(entry, entries).flatMap((problem) =>
        problem === null
          ? []
          : [{ path: entry.path, field: field as keyof ManifestEntry, problem }],
      ),
    ),
  );

/** Asks for a path and answers its status; rejects or answers 0 when nothing answers. */
export type AskStatus = (path: string) => Promise<number>;

/** Every page or share image that a server does not answer as the manifest says. */
export async function reachProblems(
  entries: readonly ManifestEntry[],
  ask: AskStatus,
): Promise<ManifestProblem[]> {
  const status = (path: string) => ask(path).catch(() => 0);
  const answers = entries.map(async (entry): Promise<ManifestProblem[]> => {
    const page = await status(entry.path ?? '/no-page-has-this-address');
    const { pathname, search } = new URL(entry.image);
    const image = await status(`${pathname}${search}`);
    return [
      ...(page === entry.status
        ? []
        : [{ path: entry.path, field: 'status', problem: `is unreachable: ${page}` } as const]),
      ...(image === 200
        ? []
        : [{ path: entry.path, field: 'image', problem: `is unreachable: ${image}` } as const]),
    ];
  });
  return (await Promise.all(answers)).flat();
}
