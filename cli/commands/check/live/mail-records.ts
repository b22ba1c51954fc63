import { Resolver } from 'node:dns/promises';
import type { Settings } from '../../../../shared/settings/schema.ts';
import { senderOf } from '../../../../shared/settings/sender.ts';
import { unreachable } from '../../../remote/unreachable.ts';
import type { Finding, Verdict } from '../report.ts';

/** Codes of an answer that says that there is no such record. */
const missing = new Set(['ENOTFOUND', 'ENODATA']);

/** Returns the TXT records of a name, each joined from its parts; none where there are none. */
async function readTexts(resolver: Resolver, name: string): Promise<string[]> {
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    if (missing.has(Object(error).code)) return [];
    throw error;
  }
}

/** Judges the record that names the servers which may send for the domain (RFC 7208). */
function judgeSpf(domain: string, texts: readonly string[]): Verdict {
  const [record, ...more] = texts.filter((text) => /^v=spf1( |$)/i.test(text));
  const provider = 'with the part that your SMTP provider names';
  if (record === undefined) {
    return {
      warning: 'there is no SPF record: mailbox providers cannot tell your mails from forged ones',
      remedy: `Write a TXT record for ${domain}: "v=spf1 include:… -all", ${provider}.`,
    };
  }
  if (more.length > 0) {
    return {
      problem: `there are ${more.length + 1} SPF records: receivers ignore all of them (RFC 7208, section 4.5)`,
      remedy: `Join them to one TXT record of ${domain}, ${provider}.`,
    };
  }
  if (!/\+all\b| all\b/i.test(record)) return {};
  return {
    warning: 'the SPF record ends with +all: every server of the world may send for the domain',
    remedy: `End the TXT record of ${domain} with -all or ~all.`,
  };
}

/** Judges the public key by which receivers check the signature of a mail (RFC 6376). */
function judgeDkim(name: string, texts: readonly string[]): Verdict {
  const record = texts.find((text) => /(^|;)\s*p=/i.test(text));
  if (record === undefined) {
    return {
      warning: 'there is no DKIM key: receivers cannot check the signature of your mails',
      remedy: `Write the record for ${name} that your SMTP provider shows, or mend MAIL_DKIM_SELECTOR.`,
    };
  }
  if (/(^|;)\s*p=\s*[^;\s]/i.test(record)) return {};
  return {
    problem: 'the DKIM key is empty, which means that it was revoked: signatures fail',
    remedy: `Write the present key of your SMTP provider into the record for ${name}.`,
  };
}

/** Returns the names under which receivers look for DMARC: of the domain, and of each domain above it. */
function dmarcNames(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, index) => `_dmarc.${labels.slice(index).join('.')}`);
}

async function readDmarc(resolver: Resolver, domain: string): Promise<string | undefined> {
  for (const name of dmarcNames(domain)) {
    const record = (await readTexts(resolver, name)).find((text) => /^v=DMARC1\b/i.test(text));
    if (record !== undefined) return record;
  }
  return undefined;
}

/** Judges the record that says what receivers do with forged mails (RFC 7489). */
function judgeDmarc(domain: string, record: string | undefined, from: string): Verdict {
  if (record === undefined) {
    return {
      warning: 'there is no DMARC record: Gmail and Yahoo ask senders of many mails for one',
      remedy: `Write a TXT record for _dmarc.${domain}: "v=DMARC1; p=none; rua=mailto:${from}", and p=quarantine once the reports look right.`,
    };
  }
  if (/;\s*p=(none|quarantine|reject)\b/i.test(record)) return {};
  return {
    problem: 'the DMARC record has no policy p=none, quarantine or reject: receivers ignore it',
    remedy: `Write p=none into the TXT record of _dmarc.${domain}.`,
  };
}

/**
 * Looks up what the DNS says of the sender's domain: SPF, DKIM with `MAIL_DKIM_SELECTOR`, and DMARC.
 * @param server the address of a DNS server, with its port if it is not 53; undefined: the DNS servers of this machine.
 */
export async function mailRecords(
  { MAIL_FROM = '', MAIL_DKIM_SELECTOR: selector }: Settings,
  server?: string,
): Promise<Finding[]> {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  if (server) resolver.setServers([server]);
  const { address: from } = senderOf(MAIL_FROM);
  const domain = from.slice(from.lastIndexOf('@') + 1);
  const look = async (name: string, value: string, judge: () => Promise<Verdict>) => {
    const verdict = await judge().catch((error: unknown): Verdict => {
      const { message } = unreachable(error);
      return { warning: `cannot be looked up (${message})`, remedy: 'Check this machine’s DNS.' };
    });
    return { name, value, ...verdict };
  };
  const dkim = `${selector}._domainkey.${domain}`;
  return Promise.all([
    look('SPF', domain, async () => judgeSpf(domain, await readTexts(resolver, domain))),
    selector
      ? look('DKIM', dkim, async () => judgeDkim(dkim, await readTexts(resolver, dkim)))
      : {
          name: 'DKIM',
          value: domain,
          warning: 'is not looked up, because MAIL_DKIM_SELECTOR is unset',
          remedy: 'Set MAIL_DKIM_SELECTOR to the selector of your SMTP provider.',
        },
    look('DMARC', `_dmarc.${domain}`, async () =>
      judgeDmarc(domain, await readDmarc(resolver, domain), from),
    ),
  ]);
}
