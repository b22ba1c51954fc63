import { statfs } from 'node:fs/promises';
import { hasMail } from '../../../shared/settings/backend.ts';
import type { Settings } from '../../../shared/settings/schema.ts';
import type { Finding } from './report.ts';
import { nearestExisting } from './settings/data-folder.ts';

/** The part of a day’s sign-ups that comes in the busiest hour: a newspaper is read in the morning. */
const busiestHour = 1 / 3;
/** The part of the busiest hour that comes from one address: a mobile network or a large office. */
const largestAddress = 1 / 50;
/** Sign-ups that one process stores in a second when they arrive one by one, measured on two cores. */
const storedPerSecond = 500;
/** Bytes of one sign-up with its links and mails, in the file and in its indexes. */
const bytesOfSignup = 1_200;
/** Copies of the list on the disk: the file, its write-ahead log, and the backups that the timer keeps. */
const copies = 16;
/** What deploy/nginx.conf allows one visitor: requests in a second, and the requests of one page with its files. */
const nginx = { perSecond: 50, ofPage: 15 };
/** The limit of a replica in the units and in compose. The memory does not grow with the list. */
const memoryMb = 256;

const minutesInWords = (minutes: number): string => {
  const [hours, rest] = [Math.floor(minutes / 60), Math.round(minutes % 60)];
  return hours > 0 ? `${hours} h ${rest} min` : `${rest} min`;
};

/** The input of the judgement besides the settings. */
export interface Crowd {
  /** Sign-ups in the day. */
  people: number;
  /** Mails that the SMTP account allows in a day; undefined when the operator does not say. */
  mailLimit?: number;
}

function judgeMails(settings: Settings, { people, mailLimit }: Crowd): Finding[] {
  if (!hasMail(settings)) return [];
  const { MAIL_PER_MINUTE: rate } = settings;
  const inTime = Math.ceil((people * busiestHour) / 60);
  const duration = minutesInWords(people / rate);
  const name = 'MAIL_PER_MINUTE';
  const value = `${rate}: ${rate * 60} mails an hour; ${people} mails take ${duration}`;
  const isOver = mailLimit !== undefined && people > mailLimit;
  const limit: Finding = {
    name: 'SMTP account',
    value:
      mailLimit === undefined
        ? 'its limit is unknown: name it by --mail-limit'
        : `${mailLimit} mails a day`,
    ...(isOver && {
      warning: `${people - mailLimit} mails wait for the next day`,
      remedy: 'Ask the provider for a higher limit before the day.',
    }),
  };
  if (rate >= inTime) return [{ name, value }, limit];
  return [
    {
      name,
      value,
      warning: `the last mail goes out ${duration} after the first sign-up`,
      remedy: `Set ${name}=${inTime}, if the SMTP account allows it: then each mail goes out within minutes.`,
    },
    limit,
  ];
}

function judgeVisitors(
  { SIGNUP_LIMIT_PER_VISITOR_HOUR: limit }: Settings,
  { people }: Crowd,
): Finding {
  const name = 'SIGNUP_LIMIT_PER_VISITOR_HOUR';
  const most = Math.ceil(people * busiestHour * largestAddress);
  const value = `${limit} from one address in an hour; expect up to ${most} from a mobile network or an office`;
  if (limit >= most) return { name, value };
  return {
    name,
    value,
    warning: `${most - limit} of these people get 429 and must try again in the next hour`,
    remedy: `Set ${name}=${most} for the day, on every replica (on Supabase as a secret of the function), and restart.`,
  };
}

/**
 * Says what the settings do on a day with so many sign-ups, with the value to use for each. The sums also stand in
 * docs/operating/the-day-the-newspaper-comes.md.
 */
export async function judgeCrowd(
  settings: Settings,
  dataDir: string | undefined,
  crowd: Crowd,
  readBlocks: (folder: string) => Promise<{ bavail: number; bsize: number }> = statfs,
): Promise<Finding[]> {
  const { people } = crowd;
  const perSecond = (people * busiestHour) / 3_600;
  const room = Math.ceil((people * bytesOfSignup * copies) / 1e6);
  const { bavail, bsize } = await readBlocks(nearestExisting(dataDir ?? '/'));
  const free = Math.round((bavail * bsize) / 1e6);
  const isTight = dataDir !== undefined && free < 2 * room;
  return [
    {
      name: 'busiest hour',
      value: `${Math.ceil(people * busiestHour)} sign-ups, ${perSecond.toFixed(1)} in a second; one process stores ${storedPerSecond}`,
      ...(perSecond * 2 > storedPerSecond && {
        warning: 'one process is not enough',
        remedy: 'Use PostgreSQL and more replicas.',
      }),
    },
    judgeVisitors(settings, crowd),
    {
      name: 'nginx',
      value: `${nginx.perSecond} requests in a second from one address: ${Math.floor(nginx.perSecond / nginx.ofPage)} pages with their files`,
      ...(people >= 1_000 && {
        warning: 'an office that opens the page at once gets 429 for some files',
        remedy:
          'For the day, set rate=200r/s and burst=1000 in deploy/nginx.conf, and reload nginx.',
      }),
    },
    ...judgeMails(settings, crowd),
    {
      name: 'disk',
      value: `${room} MB for the sign-ups and their backups, ${free} MB are free`,
      ...(isTight && { warning: 'the room is short', remedy: 'Make room, or keep fewer backups.' }),
    },
    { name: 'memory', value: `${memoryMb} MiB for each replica, whatever the number of sign-ups` },
  ];
}
