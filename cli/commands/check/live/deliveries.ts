import type { Database, Row } from '../../../../server/stores/maintenance/database.ts';
import { openPostgresDatabase } from '../../../../server/stores/maintenance/postgres.ts';
import { openSqliteDatabase } from '../../../../server/stores/maintenance/sqlite.ts';
import { hasEvents, hasMail } from '../../../../shared/settings/backend.ts';
import type { Settings } from '../../../../shared/settings/schema.ts';
import type { Finding, Verdict } from '../report.ts';

/** The words about one lane of the queue. */
const lanes = {
  mails: {
    receiver: 'the SMTP server',
    remedy:
      'Look at the quota and the settings of your account with the SMTP provider, and at SPF, DKIM and DMARC.',
  },
  events: {
    receiver: 'the receiver',
    remedy: 'Mend the system at SIGNUP_EVENT_URL. It must answer with 2xx within 7 seconds.',
  },
};
type Lane = keyof typeof lanes;

const waits = 'sent_at is null and refused_at is null';

/** Counts the deliveries of each lane. Adds one reason of the held deliveries, and one of the deliveries that were given up. */
const countStatement = ({ schema, time }: Database): string =>
  `select case when kind like 'signup.%' then 'events' else 'mails' end as lane,
    count(*) filter (where ${waits}) as waiting,
    ${time(`min(case when ${waits} then created_at end)`)} as oldest,
    count(refusal) filter (where ${waits}) as held,
    max(case when ${waits} then refusal end) as why_held,
    count(refused_at) as refused,
    max(case when refused_at is not null then refusal end) as why_refused
  from ${schema}deliveries group by 1`;

/** Milliseconds after which a delivery that waits is a sign of a fault. */
const longMs = 3_600_000;

function judge(lane: Lane, row: Row, now: Date): Verdict {
  const { receiver, remedy } = lanes[lane];
  if (Number(row.held) > 0) {
    return {
      problem: `${row.held} of the ${lane} that wait are held, because ${receiver} takes nothing of this site (${row.why_held})`,
      remedy,
    };
  }
  if (row.oldest && now.getTime() - Date.parse(String(row.oldest)) > longMs) {
    const next = 'Look into the log of the process that delivers, and at MAIL_PER_MINUTE.';
    const since = `the oldest since ${row.oldest}`;
    return { warning: `${lane} wait, ${since}`, remedy: next };
  }
  // A few addresses are always mistyped, so refused mails are judged by their share, in the alert.
  if (lane === 'events' && Number(row.refused) > 0) {
    const given = `of the last 30 days ${row.refused} were given up (${row.why_refused})`;
    return { warning: given, remedy };
  }
  return {};
}

/** Opens the database of the deliveries. @returns null where the terminal has no address of it. */
function open({ DATABASE_URL, SUPABASE_URL, DATA_DIR }: Settings): Database | null {
  if (DATABASE_URL) return openPostgresDatabase(DATABASE_URL);
  return SUPABASE_URL ? null : openSqliteDatabase(DATA_DIR);
}

/**
 * Judges the mails and the events that wait or were given up. Returns no finding when the queue cannot be read, because
 * `check` reports that under the database.
 */
export async function judgeDeliveries(settings: Settings, now = new Date()): Promise<Finding[]> {
  const wanted: Lane[] = [
    ...(hasMail(settings) ? ['mails' as const] : []),
    ...(hasEvents(settings) ? ['events' as const] : []),
  ];
  if (wanted.length === 0) return [];
  try {
    const database = open(settings);
    if (!database) return [];
    const rows = await database.query(countStatement(database)).finally(() => database.close());
    return wanted.map((lane) => {
      const row = rows.find((one) => one.lane === lane) ?? { waiting: 0 };
      return { name: lane, value: `${row.waiting} waiting`, ...judge(lane, row, now) };
    });
  } catch {
    return [];
  }
}
