import { type ExportedRow, exportedNames } from '../../../../shared/signup/fields.ts';

export type ExportedName = keyof ExportedRow;

/** A file as a tool exports it. The names of its columns are in lower case. */
export interface Form {
  /** The campaign of a person is `import/<name>` when the file has no campaigns. */
  name: string;
  /** Columns of which a file of this form has every one. */
  marks: readonly string[];
  /** The columns of a field. The first one with a value counts. */
  columns: Partial<Record<ExportedName, readonly string[]>>;
  /** Returns why a person must not be written to; undefined when the tool writes to the person. */
  refuses?: (value: (column: string) => string) => string | undefined;
}

const emailColumns = [
  'email',
  'email address',
  'email_address',
  'e-mail',
  'e-mail address',
  'mail',
];

const own: Form = {
  name: 'export',
  marks: ['email', 'botcheck', 'createdat'],
  columns: Object.fromEntries(exportedNames.map((name) => [name, [name.toLowerCase()]])),
};

const tools: readonly Form[] = [
  own,
  {
    // https://github.com/knadh/listmonk/blob/master/cmd/subscribers.go (`ExportSubscribers`)
    name: 'listmonk',
    marks: ['uuid', 'email', 'attributes', 'status'],
    columns: { email: ['email'], createdAt: ['created_at'] },
    refuses: (value) =>
      value('status') === 'enabled' ? undefined : value('status') || 'not enabled',
  },
  {
    // https://mailchimp.com/help/view-export-contacts/: subscribed, unsubscribed and cleaned contacts in a file each.
    name: 'mailchimp',
    marks: ['leid', 'optin_time'],
    columns: { email: emailColumns, createdAt: ['optin_time', 'confirm_time'] },
    refuses: (value) =>
      value('unsub_time') ? 'unsubscribed' : value('clean_time') ? 'bounced' : undefined,
  },
  {
    // https://github.com/TryGhost/Ghost/blob/main/ghost/core/test/e2e-api/admin/members-exporter.test.js
    name: 'ghost',
    marks: ['email', 'subscribed_to_emails', 'created_at'],
    columns: { email: ['email'], createdAt: ['created_at'] },
    refuses: (value) => {
      if (value('deleted_at')) return 'deleted';
      return value('subscribed_to_emails') === 'false' ? 'unsubscribed' : undefined;
    },
  },
  {
    // https://developers.kit.com/api-reference/subscribers/list-subscribers names the columns and the states.
    name: 'kit',
    marks: ['first_name', 'created_at'],
    columns: { email: emailColumns, createdAt: ['created_at'] },
    refuses: (value) => {
      const state = (value('state') || value('status')).toLowerCase();
      return ['', 'active', 'confirmed'].includes(state) ? undefined : state;
    },
  },
];

/** A file of another form, such as a bare list of addresses. */
const list: Form = {
  name: 'list',
  marks: [],
  columns: {
    email: emailColumns,
    createdAt: ['created_at', 'createdat', 'created at', 'signed up', 'subscribed at'],
  },
};

/**
 * Returns the form of a file with these columns.
 * @param map the columns that the operator names for fields. They take precedence over the columns of the form.
 */
export function formOf(names: readonly string[], map: Form['columns'] = {}): Form {
  const found = tools.find(({ marks }) => marks.every((mark) => names.includes(mark))) ?? list;
  return { ...found, columns: { ...found.columns, ...map } };
}
