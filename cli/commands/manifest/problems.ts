import type { PageRow } from './rows.ts';

/** A problem of one field of one page or redirect. */
export interface ManifestProblem {
  path: string | null;
  field: keyof PageRow | 'location';
  problem: string;
}

/** The longest texts, in characters, that search results show whole. */
export const headLimits = { title: 60, description: 160 } as const;

type Field = keyof PageRow;
/** A field, and a function that returns what is wrong with the field, or false. */
type Rule = [Field, (page: PageRow, all: readonly PageRow[]) => string | false];

const isBlank = (text: string): boolean => text.trim() === '';
const hasTwice = (words: readonly string[]): boolean => new Set(words).size < words.length;
const isFound = ({ status }: PageRow): boolean => status === 200;
const isCanonical = ({ path, canonical }: PageRow): boolean =>
  canonical === null || (URL.canParse(canonical) && new URL(canonical).origin + path === canonical);

const text = (field: 'title' | 'description'): Rule[] => [
  [field, (page) => isBlank(page[field]) && 'is missing'],
  [
    field,
    ({ [field]: { length } }) =>
      length > headLimits[field] && `has ${length} characters, more than ${headLimits[field]}`,
  ],
];

const unique = (field: 'path' | 'title' | 'description'): Rule => [
  field,
  (page, all) => {
    const other = all.find((one) => one !== page && one[field] === page[field]);
    return other !== undefined && `is the same as on ${other.path ?? 'the 404 page'}`;
  },
];

const rules: readonly Rule[] = [
  ['path', ({ path }) => path?.startsWith('/') === false && 'is relative'],
  ['status', (page) => page.path === null && page.status !== 404 && 'is not 404'],
  ...text('title'),
  ...text('description'),
  ...(['path', 'title', 'description'] as const).map(unique),
  ['keywords', ({ keywords }) => (!keywords[0] || keywords.some(isBlank)) && 'is missing'],
  ['keywords', ({ keywords }) => hasTwice(keywords) && 'names a keyword twice'],
  ['canonical', (page) => isFound(page) && page.canonical === null && 'is missing'],
  ['canonical', (page) => !isFound(page) && page.canonical !== null && 'stands on an error page'],
  ['canonical', (page) => !isCanonical(page) && 'is not the absolute address of this page'],
  ['robots', ({ robots }) => isBlank(robots) && 'is missing'],
  [
    'robots',
    (page) => !isFound(page) && !page.robots.includes('noindex') && 'lets an error page be indexed',
  ],
  ['image', ({ image }) => !URL.canParse(image) && 'is no absolute address'],
  [
    'structuredData',
    (page) => !isFound(page) && page.structuredData.length > 0 && 'stands on an error page',
  ],
  ['structuredData', (page) => hasTwice(page.structuredData) && 'names a type twice'],
];

/** Returns every breach of the rules that can be found without a server. */
export const manifestProblems = (rows: readonly PageRow[]): ManifestProblem[] =>
  rows.flatMap((row) =>
    rules.flatMap(([field, judge]) => {
      const problem = judge(row, rows);
      return problem ? [{ path: row.path, field, problem }] : [];
    }),
  );
