import { Command } from 'commander';
import type { Database } from '../../../server/stores/maintenance/database.ts';
import { type Person, readPerson } from '../../../server/stores/maintenance/show.ts';
import { backendOf } from '../../../shared/settings/backend.ts';
import { columns } from '../../../shared/signup/fields.ts';
import { requireEmail } from '../../arguments.ts';
import { requireStoreSettings } from '../../environment.ts';
import { present } from '../../output/present.ts';
import type { Terminal } from '../../output/terminal.ts';
import { examples, moment, plural, wrap } from '../../output/text.ts';
import type { Session } from '../../session.ts';
import { hasOutboxFile, withFile, withSignups } from './with-database.ts';

export const showCommand = (session: Session): Command =>
  new Command('show')
    .description('Print everything that is stored about one person, in words')
    .argument('<address>', 'the person’s e-mail address')
    .addHelpText(
      'after',
      examples('signups show ada@example.com', 'signups show ada@example.com --json'),
    )
    .action(async (address: string) => {
      const email = requireEmail(address);
      const person = await withSignups(session, (signups) => readPerson(signups, email));
      const data = { email, ...person, waiting: await waitingOf(session, email) };
      const isKnown = Object.values({ ...data, email: null }).some(
        (part) => part !== null && (!Array.isArray(part) || part.length > 0),
      );
      present(session, {
        data,
        ok: isKnown,
        render: isKnown ? render : () => `There is nothing of ${email}.`,
      });
    });

type Shown = Person & { email: string; waiting: readonly object[] };

/** Returns the sign-ups of an address that wait in the outbox of this machine. */
async function waitingOf(session: Session, email: string) {
  const settings = requireStoreSettings(session);
  const read = ({ query }: Pick<Database, 'query'>) =>
    query(
      `select signup, stored_at as "storedAt", refused_at as "refusedAt" from signup_outbox where email = $1`,
      [email],
    );
  const hasOutbox = backendOf(settings) === 'sqlite' || hasOutboxFile(settings);
  return hasOutbox ? withFile(session, read) : [];
}

const section = (title: string, lines: readonly string[], { paint }: Terminal): string[] =>
  lines.length > 0 ? ['', paint('bold', title), ...lines.map((line) => `  ${line}`)] : [];

const time = (value: unknown): string => `${moment(String(value))} UTC`;

/** Returns the fields of a sign-up in words, by the table of fields. Fields without a value are left out. */
function fieldLines(signup: NonNullable<Person['signup']>): string[] {
  return columns.flatMap(({ name, kind, label, inWords }) => {
    const value = signup[name];
    if (value === null || value === undefined || value === '') return [];
    const words = inWords
      ? inWords(value as string | number)
      : kind === 'time'
        ? time(value)
        : String(value);
    return [`${label}: ${words}`];
  });
}

function render(shown: Shown, terminal: Terminal): string {
  const { email, signup, notice, links, deliveries, mailCounts, stops, erasures, waiting } = shown;
  return [
    terminal.paint('bold', email),
    ...(signup ? fieldLines(signup).map((line) => `  ${line}`) : ['  There is no sign-up.']),
    ...section(
      'The notice that the person read',
      notice ? [wrap(String(notice.text), terminal.width - 2)] : [],
      terminal,
    ),
    ...section(
      'Mailed links (only their hashes are stored)',
      links.map(({ kind, createdAt }) => `${kind}, ${time(createdAt)}`),
      terminal,
    ),
    ...section('Mails and events', deliveries.map(deliveryLine), terminal),
    ...section(
      'Mails by day, for the limit',
      mailCounts.map(({ day, sent }) => `${day}: ${sent}`),
      terminal,
    ),
    ...section(
      'Nobody may write to this person',
      stops.map(({ because, stoppedAt }) => `${because}, ${time(stoppedAt)}`),
      terminal,
    ),
    ...section(
      'Erased',
      erasures.map(({ erasedAt }) => time(erasedAt)),
      terminal,
    ),
    ...section(
      'In the outbox',
      waiting.length > 0 ? [plural(waiting.length, 'sign-up')] : [],
      terminal,
    ),
  ].join('\n');
}

function deliveryLine({
  kind,
  createdAt,
  sentAt,
  refusedAt,
  refusal,
}: Person['deliveries'][number]): string {
  const end = sentAt
    ? `sent ${time(sentAt)}`
    : refusedAt
      ? `refused ${time(refusedAt)}: ${refusal}`
      : 'waits';
  return `${kind}, queued ${time(createdAt)}, ${end}`;
}
