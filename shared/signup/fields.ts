import * as z from 'zod/mini';
import {
  asCampaign,
  asNotice,
  asReceipt,
  asSource,
  botVerdicts,
  normaliseEmail,
  signupLimits,
  storable,
} from './contract.ts';

/** A form that a browser sent without JavaScript. */
export interface SentForm {
  /** The text of the first input of this name. Empty where the form has none. */
  text(name: string): string;
  /** The texts of all inputs of this name. */
  all(name: string): readonly string[];
  /** The `User-Agent` header. */
  userAgent: string;
}

/** A column of `signups`; it has the same name in SQLite and in PostgreSQL. */
export interface Column {
  column: string;
  /** A time is ISO 8601 text in SQLite and `timestamptz` in PostgreSQL; a day is `YYYY-MM-DD` text and `date`. */
  kind: 'text' | 'number' | 'time' | 'day';
  /**
   * The value that `signups move` writes when source and target both know the address: the smaller or the larger one.
   * Without it the target’s value stays, and the source’s value fills an empty one.
   */
  merge?: 'least' | 'greatest';
  /** The name in `signups export` and `signups list --json`. Without it the column is not exported. */
  exportedAs?: string;
}

export interface Field {
  /** The prospect’s browser sends the field. Its wire name is the name of the entry. */
  sent?: {
    /** Reads the value of a JSON sign-up. A schema that accepts `undefined` makes the field optional. */
    schema: z.ZodMiniType;
    /** Reads the value of a form that was sent without JavaScript. */
    fromForm: (form: SentForm) => unknown;
  };
  /** The rules decide the value. */
  decided?: { schema: z.ZodMiniType };
  /** The field has a column. If the field is neither sent nor decided, the database writes the value. */
  stored?: Column;
}

/** `signups move` leaves this column out, because it concerns the database in which the attempt was made. */
export const attemptColumn = 'attempt';

/**
 * Every field of a sign-up. JSON and form reading, the request to the function, the outbox, the stores, `move`,
 * `export` and `list` are derived from this table. The order of the exported fields is the order of the export.
 */
export const fields = {
  email: {
    sent: {
      schema: z.pipe(z.string(), z.transform(normaliseEmail)),
      fromForm: (form) => form.text('email'),
    },
    stored: { column: 'email', kind: 'text', exportedAs: 'email' },
  },
  source: {
    sent: {
      schema: z.pipe(z.optional(z.unknown()), z.transform(asSource)),
      fromForm: (form) => asSource(form.text('source')),
    },
    stored: { column: 'source', kind: 'text', exportedAs: 'source' },
  },
  turnstileToken: {
    sent: {
      schema: z._default(
        z.nullable(z.string().check(z.minLength(1), z.maxLength(signupLimits.tokenLength))),
        null,
      ),
      fromForm: () => null,
    },
  },
  botCheck: {
    decided: { schema: z.enum(botVerdicts) },
    stored: { column: 'bot_check', kind: 'text', exportedAs: 'botCheck' },
  },
  /** Milliseconds from opening the form to submitting it. Null: the form had no clock. */
  formFillTime: {
    sent: {
      schema: z.nullable(z.number().check(z.nonnegative())),
      fromForm: () => null,
    },
    stored: { column: 'form_fill_time_ms', kind: 'number' },
  },
  userAgent: {
    sent: {
      schema: z.pipe(
        z._default(z.string(), ''),
        z.transform((value) => storable(value.slice(0, signupLimits.userAgentLength))),
      ),
      fromForm: (form) => form.userAgent,
    },
    stored: { column: 'user_agent', kind: 'text' },
  },
  /** The honeypot. A real form never sends it. */
  website: {
    sent: { schema: z.optional(z.string()), fromForm: (form) => form.all('website').join('') },
  },
  /** The receipt of the prospect’s sign-up with another address, which this one replaces. */
  replaces: {
    sent: {
      schema: z.pipe(z.optional(z.unknown()), z.transform(asReceipt)),
      fromForm: (form) => asReceipt(form.text('replaces')),
    },
  },
  createdAt: {
    stored: { column: 'created_at', kind: 'time', merge: 'least', exportedAs: 'createdAt' },
  },
  lastSeenAt: {
    stored: { column: 'last_seen_at', kind: 'time', merge: 'greatest', exportedAs: 'lastSeenAt' },
  },
  times: {
    stored: { column: 'times', kind: 'number', merge: 'greatest', exportedAs: 'times' },
  },
  /** Where the prospect came from: `source/campaign` of a link, or the host name of a referrer. */
  campaign: {
    sent: {
      schema: z.pipe(z.optional(z.unknown()), z.transform(asCampaign)),
      fromForm: (form) => asCampaign(form.text('campaign')),
    },
    stored: { column: 'campaign', kind: 'text', exportedAs: 'campaign' },
  },
  /** The version of the notice that the prospect read. A store writes null for a version that `notices` does not have. */
  notice: {
    sent: {
      schema: z.pipe(z.optional(z.unknown()), z.transform(asNotice)),
      fromForm: (form) => asNotice(form.text('notice')),
    },
    stored: { column: 'notice', kind: 'text', exportedAs: 'noticeVersion' },
  },
  confirmedAt: {
    stored: { column: 'confirmed_at', kind: 'time', exportedAs: 'confirmedAt' },
  },
  /** The name of the invitation’s wave. `signups invite` writes this field and `invitedAt`. */
  wave: {
    stored: { column: 'wave', kind: 'text', exportedAs: 'wave' },
  },
  invitedAt: {
    stored: { column: 'invited_at', kind: 'time', exportedAs: 'invitedAt' },
  },
  /** The id of the attempt that made the row. Null once the address was signed up again. */
  attempt: {
    stored: { column: attemptColumn, kind: 'text' },
  },
  seenOn: {
    stored: { column: 'seen_on', kind: 'day' },
  },
  timesThatDay: {
    stored: { column: 'times_that_day', kind: 'number' },
  },
} as const satisfies Record<string, Field>;

type Fields = typeof fields;
type FieldName = keyof Fields;
/** The names of the fields that have a part, such as `sent`. */
type NamesWith<Part extends keyof Field> = {
  [Name in FieldName]: Fields[Name] extends { [Key in Part]: object } ? Name : never;
}[FieldName];
type SentName = NamesWith<'sent'>;
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
/** A sign-up as it is exported: the values by their exported names; null where there is none. */
export type ExportedRow = Record<ExportedName, string | number | null>;

const all = Object.entries(fields) as [FieldName, Field][];
const sentFields = all.flatMap(([name, { sent }]) => (sent ? [{ name, ...sent }] : []));

/** The names of the exported fields, in the order of the export. */
export const exportedNames = all.flatMap(([, { stored }]) =>
  stored?.exportedAs ? [stored.exportedAs as ExportedName] : [],
);

/** Every column with the name of its field, in the order of the table. */
export const columns = all.flatMap(([name, { stored }]) => (stored ? [{ name, ...stored }] : []));
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

/** Returns the fields of a form that was sent without JavaScript. */
export const fromForm = (form: SentForm): SignupInput =>
  Object.fromEntries(sentFields.map(({ name, fromForm: read }) => [name, read(form)]));

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
