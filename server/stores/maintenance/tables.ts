import { columns as signupColumns } from '../../../shared/signup/fields.ts';
import type { Database, Row, Value } from './database.ts';

/** Returns SQL of the value that stays when both databases have a row. Both arguments are SQL. */
type Merge = (known: string, loaded: string) => string;

const least: Merge = (known, loaded) =>
  `case when ${loaded} < ${known} then ${loaded} else ${known} end`;
const greatest: Merge = (known, loaded) =>
  `case when ${loaded} > ${known} then ${loaded} else ${known} end`;
const filled: Merge = (known, loaded) => `coalesce(${known}, ${loaded})`;
/** Returns SQL for the graver cause. A complaint outweighs a bounce, and a bounce outweighs the wish to unsubscribe. */
const gravest: Merge = (known, loaded) =>
  `case when ${known} = 'complaint' or ${loaded} = 'unsubscribed' then ${known}
    when ${known} = 'bounce' and ${loaded} = 'bounce' then ${known} else ${loaded} end`;

interface LoadedColumn {
  name: string;
  kind: 'text' | 'number' | 'time' | 'day';
  /** Without it the value that the target has stays. */
  merge?: Merge;
}

/** A table that `load` copies. */
export interface LoadedTable {
  name: string;
  /** The columns that identify a row. */
  key: readonly string[];
  columns: readonly LoadedColumn[];
  /** SQL of a condition: `load` copies the rows that fulfil it. Without it, `load` copies all rows. */
  where?: string;
}

/** The row of `internals` with the time of the last restore without a witness. ISO 8601, UTC. */
export const erasuresSinceName = 'erasures_since';

const text = (name: string): LoadedColumn => ({ name, kind: 'text' });
const time = (name: string, merge?: Merge): LoadedColumn => ({
  name,
  kind: 'time',
  ...(merge && { merge }),
});
const number = (name: string, merge?: Merge): LoadedColumn => ({
  name,
  kind: 'number',
  ...(merge && { merge }),
});

const merges = { least, greatest } as const;

/** Every table that `load` copies, each after the tables that its rows refer to. */
export const tables = {
  address_keys: { name: 'address_keys', key: ['key'], columns: [text('key'), time('created_at')] },
  erasures: {
    name: 'erasures',
    key: ['address_hash'],
    columns: [text('address_hash'), time('erased_at', greatest)],
  },
  erasures_since: {
    name: 'internals',
    key: ['name'],
    columns: [text('name'), { ...text('value'), merge: greatest }],
    where: `name = '${erasuresSinceName}'`,
  },
  stops: {
    name: 'stops',
    key: ['address_hash'],
    columns: [text('address_hash'), { ...text('because'), merge: gravest }, time('stopped_at')],
  },
  notices: {
    name: 'notices',
    key: ['version'],
    columns: [text('version'), text('text'), time('first_shown_at', least)],
  },
  signups: {
    name: 'signups',
    key: ['email'],
    columns: signupColumns.map(({ column, kind, merge }) => ({
      name: column,
      kind,
      ...(column !== 'email' && { merge: merge ? merges[merge] : filled }),
    })),
  },
  links: {
    name: 'links',
    key: ['token_hash'],
    columns: [text('token_hash'), text('email'), text('kind'), time('created_at')],
  },
  /** A delivery has another `id` in each database. `load` recognizes it by its kind, its address and its time. */
  deliveries: {
    name: 'deliveries',
    key: ['id'],
    columns: [
      text('kind'),
      text('email'),
      text('address_hash'),
      time('created_at'),
      time('due_at'),
      number('tries'),
      time('attempted_at'),
      time('sent_at'),
      time('refused_at'),
      text('refusal'),
    ],
  },
  mail_counts: {
    name: 'mail_counts',
    key: ['address_hash', 'day'],
    columns: [text('address_hash'), { name: 'day', kind: 'day' }, number('sent', greatest)],
  },
  daily_counts: {
    name: 'daily_counts',
    key: ['day', 'name', 'label'],
    columns: [{ name: 'day', kind: 'day' }, text('name'), text('label'), number('count', greatest)],
  },
} as const satisfies Record<string, LoadedTable>;

export type TableName = keyof typeof tables;

/** Returns SQL that reads every row of a table, in the order of its key. Times and days are ISO 8601 text. */
export function selectAll(
  { schema, time: timeOf, day: dayOf }: Database,
  table: LoadedTable,
): string {
  const selected = table.columns.map(({ name, kind }) => {
    if (kind === 'time') return `${timeOf(name)} as ${name}`;
    return kind === 'day' ? `${dayOf(name)} as ${name}` : name;
  });
  const from = `${schema}${table.name}${table.where ? ` where ${table.where}` : ''}`;
  return `select ${selected.join(', ')} from ${from} order by ${table.key.join(', ')}`;
}

/** Returns SQL that adds `rows` rows of a table. A row that the target knows is merged, or with `keep` left as it is. */
export function upsert(
  { schema }: Pick<Database, 'schema'>,
  { name, key, columns }: LoadedTable,
  rows: number,
  keep = false,
): string {
  const parameters = (row: number) =>
    columns.map((_column, index) => `$${row * columns.length + index + 1}`).join(', ');
  const values = Array.from({ length: rows }, (_row, index) => `(${parameters(index)})`).join(', ');
  const merged = columns.flatMap(({ name: column, merge }) =>
    merge && !keep ? [`${column} = ${merge(`known.${column}`, `excluded.${column}`)}`] : [],
  );
  const update = merged.length > 0 ? `update set ${merged.join(', ')}` : 'nothing';
  return `insert into ${schema}${name} as known (${columns.map((column) => column.name).join(', ')})
    values ${values} on conflict (${key.join(', ')}) do ${update}`;
}

/** Returns the parameters of {@link upsert} for some rows. A column that a row lacks is null. */
export const valuesOf = (rows: readonly Row[], { columns }: LoadedTable): Value[] =>
  rows.flatMap((row) => columns.map(({ name }) => (row[name] ?? null) as Value));
