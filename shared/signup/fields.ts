import * as z from 'zod/mini';
import { normaliseEmail } from '../address.ts';
import {
  asCampaign,
  asNotice,
  asSource,
  botVerdicts,
  printableAscii,
  signupLimits,
} from './contract.ts';

/** A column of `signups`; it has the same name in SQLite and in PostgreSQL. */
export interface Column {
  column: string;
  /** A time is ISO 8601 text in SQLite and `timestamptz` in PostgreSQL; a day is `YYYY-MM-DD` text and `date`. */
  kind: 'text' | 'number' | 'time' | 'day';
  /**
   * The value that stays when a copy and its target both know the address: the smaller or the larger value. Without `merge`
   * the target’s value stays, and the copy’s value takes the place of a missing value.
   */
  merge?: 'least' | 'greatest';
  /** The name in `signups export` and `signups list --json`. Without it the column is not exported. */
  exportedAs?: string | undefined;
  /** The only values of the column. */
  oneOf?: readonly string[];
  /** The options of `signups list` and `export` that select the people with a value, and the people without one. */
  selectedBy?: { present: string; absent: string };
  /** What the value is, in the words of the page on which a prospect reads the own entry. */
  label: string;
  /** Writes the value in plain words. Without it a time is written as a date, and any other value as it is. */
  inWords?: (value: string | number) => string;
  /** The words where there is no value. Without it: `Not recorded`. */
  empty?: string;
}

const inWordsOf =
  (words: Readonly<Record<string, string>>) =>
  (value: string | number): string =>
    words[value] ?? String(value);

const sourceWords = {
  nav: 'at the top of our home page',
  hero: 'on our home page',
  cta: 'at the end of our home page',
  modal: 'on our site',
  import: 'in a list that we took over',
};
const botCheckWords = {
  passed: 'passed',
  skipped: 'not made',
  unavailable: 'could not be made',
};

export interface Field {
  /** The prospect’s browser sends the field, under the name of the table’s entry. `origins.ts` says where it comes from. */
  sent?: {
    /** Reads the value. A schema that accepts `undefined` makes the field optional. */
    schema: z.ZodMiniType;
  };
  /** The rules decide the value. */
  decided?: { schema: z.ZodMiniType };
  /** The field has a column. If the field is neither sent nor decided, the database writes the value. */
  stored?: Column;
}

/**
 * Every field of a sign-up. The readers, the request to the function, the outbox, the stores, the terminal and the page of
 * an entry are derived from this table. The order of the exported fields is the order of the export: a new field stands last.
 */
export const fields = {
  email: {
    sent: { schema: z.pipe(z.string(), z.transform(normaliseEmail)) },
    stored: { column: 'email', kind: 'text', exportedAs: 'email', label: 'Your address' },
  },
  /** The button that opened the form. */
  source: {
    sent: { schema: z.pipe(z.optional(z.unknown()), z.transform(asSource)) },
    stored: {
      column: 'source',
      kind: 'text',
      exportedAs: 'source',
      oneOf: Object.keys(sourceWords),
      label: 'Where you signed up',
      inWords: inWordsOf(sourceWords),
    },
  },
  turnstileToken: {
    sent: {
      schema: z._default(
        z.nullable(z.string().check(z.minLength(1), z.maxLength(signupLimits.tokenLength))),
        null,
      ),
    },
  },
  botCheck: {
    decided: { schema: z.enum(botVerdicts) },
    stored: {
      column: 'bot_check',
      kind: 'text',
      exportedAs: 'botCheck',
      oneOf: botVerdicts,
      label: 'Check against bots',
      inWords: inWordsOf(botCheckWords),
    },
  },
  /** Milliseconds from opening the form to submitting it. Null: the form had no clock. */
  formFillTime: {
    sent: { schema: z.nullable(z.number().check(z.nonnegative())) },
    stored: {
      column: 'form_fill_time_ms',
      kind: 'number',
      label: 'Time that you took for the form',
      inWords: (ms) => `${(Number(ms) / 1000).toFixed(1)} seconds`,
    },
  },
  userAgent: {
    sent: {
      schema: z.pipe(
        z._default(z.string(), ''),
        z.transform((value) => printableAscii(value.slice(0, signupLimits.userAgentLength))),
      ),
    },
    stored: { column: 'user_agent', kind: 'text', label: 'Your browser, as it named itself' },
  },
  /** The honeypot. A real form never sends it. */
  website: {
    sent: { schema: z.optional(z.string()) },
  },
  createdAt: {
    stored: {
      column: 'created_at',
      kind: 'time',
      merge: 'least',
      exportedAs: 'createdAt',
      label: 'Signed up',
    },
  },
  lastSeenAt: {
    stored: {
      column: 'last_seen_at',
      kind: 'time',
      merge: 'greatest',
      exportedAs: 'lastSeenAt',
      label: 'Last signed up',
    },
  },
  times: {
    stored: {
      column: 'times',
      kind: 'number',
      merge: 'greatest',
      exportedAs: 'times',
      label: 'How often you signed up',
    },
  },
  /** Where the prospect came from: `source/campaign` of a link, or the host name of a referrer. */
  campaign: {
    sent: { schema: z.pipe(z.optional(z.unknown()), z.transform(asCampaign)) },
    stored: {
      column: 'campaign',
      kind: 'text',
      exportedAs: 'campaign',
      label: 'The link or the site that led you here',
    },
  },
  /** The version of the notice that the prospect read. A store writes null for a version that `notices` does not have. */
  notice: {
    sent: { schema: z.pipe(z.optional(z.unknown()), z.transform(asNotice)) },
    stored: {
      column: 'notice',
      kind: 'text',
      exportedAs: 'noticeVersion',
      label: 'The notice that you read, by its number',
    },
  },
  confirmedAt: {
    stored: {
      column: 'confirmed_at',
      kind: 'time',
      exportedAs: 'confirmedAt',
      selectedBy: { present: 'confirmed', absent: 'unconfirmed' },
      label: 'Confirmed',
      empty: 'Not yet',
    },
  },
  /** The name of the invitation’s wave. `signups invite` writes this field and `invitedAt`. */
  wave: {
    stored: {
      column: 'wave',
      kind: 'text',
      exportedAs: 'wave',
      label: 'Group of your invitation',
      empty: 'None yet',
    },
  },
  invitedAt: {
    stored: {
      column: 'invited_at',
      kind: 'time',
      exportedAs: 'invitedAt',
      selectedBy: { present: 'invited', absent: 'not-invited' },
      label: 'Invited',
      empty: 'Not yet',
    },
  },
  seenOn: {
    stored: { column: 'seen_on', kind: 'day', label: 'Day of your last sign-up' },
  },
  timesThatDay: {
    stored: { column: 'times_that_day', kind: 'number', label: 'Sign-ups on that day' },
  },
} as const satisfies Record<string, Field>;

type Fields = typeof fields;
type FieldName = keyof Fields;
/** The names of the fields that have a part, such as `sent`. */
type NamesWith<Part extends keyof Field> = {
  [Name in FieldName]: Fields[Name] extends { [Key in Part]: object } ? Name : never;
}[FieldName];
/** The names of the fields that a browser sends. */
export type SentName = NamesWith<'sent'>;
type RowName = (SentName | NamesWith<'decided'>) & NamesWith<'stored'>;
type SchemaOf<Entry> = Entry extends { sent: { schema: infer Schema } }
  ? Schema
  : Entry extends { decided: { schema: infer Schema } }
    ? Schema
    : never;
type SentShape = { [Name in SentName]: SchemaOf<Fields[Name]> };

type ExportedName = {
  [Name in FieldName]: Fields[Name] extends { stored: { exportedAs: infer Exported } }
    ? Exported
    : never;
}[FieldName];
/** A sign-up as it is exported: the values by their exported names. Null: there is none. Times are ISO 8601, UTC. */
export type ExportedRow = Record<ExportedName, string | number | null>;

const all = Object.entries(fields) as [FieldName, Field][];
const sentFields = all.flatMap(([name, { sent }]) => (sent ? [{ name, ...sent }] : []));

/** The names of the exported fields, in the order of the export. */
export const exportedNames = all.flatMap(([, { stored }]) =>
  stored?.exportedAs ? [stored.exportedAs as ExportedName] : [],
);

/** The name of a column. */
export type ColumnName = {
  [Name in FieldName]: Fields[Name] extends { stored: { column: infer Text } } ? Text : never;
}[FieldName];

/** Every column with the name of its field, in the order of the table. */
export const columns = all.flatMap(([name, { stored }]) =>
  stored ? [{ ...stored, name, exportedAs: stored.exportedAs as ExportedName | undefined }] : [],
);
/** A column with the name of its field. */
export type SignupColumn = (typeof columns)[number];
/** The name of every column. */
export const columnNames = columns.map(({ column }) => column as ColumnName);
/** The columns that a sign-up fills: the sender or the rules know the value. The database writes the others. */
const rowColumns = all.flatMap(([name, { sent, decided, stored }]) =>
  stored && (sent || decided) ? [{ name, column: stored.column, isSent: sent !== undefined }] : [],
);

/**
 * The shape of a request body. The schema judges form, not meaning: the rules judge address, fill time and honeypot,
 * which have codes of their own.
 */
export const signupSchema = z.object(
  Object.fromEntries(sentFields.map(({ name, schema }) => [name, schema])) as SentShape,
);

/** The JSON that a browser sends. */
export type SignupRequest = Omit<z.input<typeof signupSchema>, 'website' | 'formFillTime'> & {
  formFillTime: number;
};
export type ParsedSignup = z.output<typeof signupSchema>;

/** A sign-up that passed the rules: the values of the row that a store adds. */
export type SignupRow = { [Name in RowName]: z.output<SchemaOf<Fields[Name]>> };

/** The fields of a sign-up as they were sent. `processSignup` judges them. */
export type SignupInput = Readonly<Record<string, unknown>>;

const sentNames = sentFields.map(({ name }) => name);
const rowNames = rowColumns.map(({ name }) => name);
const sentRowNames = rowColumns.filter(({ isSent }) => isSent).map(({ name }) => name);

function pick(names: readonly string[], from: SignupInput): SignupInput {
  const picked: Record<string, unknown> = {};
  for (const name of names) if (name in from) picked[name] = from[name];
  return picked;
}

/** Returns the fields of a JSON sign-up that the table has. */
export const fromJson = (sent: SignupInput): SignupInput => pick(sentNames, sent);

/** Returns the row of a sign-up that passed the rules. */
export const toRow = (signup: ParsedSignup, decided: Pick<SignupRow, 'botCheck'>): SignupRow =>
  pick(rowNames, { ...signup, ...decided }) as SignupRow;

/** The columns that {@link byColumn} returns. */
export const rowColumnNames = rowColumns.map(({ column }) => column);

/** Returns the values of a row by the names of its columns; null where there is no value. */
export function byColumn(row: SignupRow): Record<string, string | number | null> {
  const values: Record<string, string | number | null> = {};
  for (const { name, column } of rowColumns) values[column] = row[name as RowName] ?? null;
  return values;
}

/** Returns the request that sends a row of the outbox: its fields under their names on the wire. */
export const toRequest = (row: SignupRow): SignupInput => pick(sentRowNames, row);
