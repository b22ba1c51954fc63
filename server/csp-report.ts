/** What we keep of a report: no address of a visitor, no query, no sample of a script. */
export interface CspReport {
  directive: string;
  /** An origin, or a keyword such as `inline` or `trusted-types-sink`. */
  blocked: string;
  /** One of our own paths; anything else a stranger may have made up. */
  path: string;
}

/** Reports of one body that are looked at. */
const mostReports = 20;

const keyword = /^[a-z][a-z-]{0,39}$/;
const other = '(other)';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const wordOf = (value: unknown): string =>
  typeof value === 'string' && keyword.test(value) ? value : other;

/** Of an address the scheme and host alone: the rest may say whom it was meant for. */
function blockedOf(value: unknown): string {
  if (typeof value !== 'string' || !/^(https?|wss?):/.test(value)) return wordOf(value);
  return URL.canParse(value) ? new URL(value).origin.slice(0, 100) : other;
}

function pathOf(value: unknown, isOurs: (path: string) => boolean): string {
  if (typeof value !== 'string' || !URL.canParse(value)) return other;
  const { pathname } = new URL(value);
  return isOurs(pathname) ? pathname : other;
}

/** The two spellings: the Reporting API’s list, and the older single `csp-report`. */
function bodiesOf(sent: unknown): Record<string, unknown>[] {
  if (isRecord(sent)) return isRecord(sent['csp-report']) ? [sent['csp-report']] : [];
  if (!Array.isArray(sent)) return [];
  return sent
    .slice(0, mostReports)
    .filter((report) => isRecord(report) && report.type === 'csp-violation')
    .map(({ body }) => body)
    .filter(isRecord);
}

/**
 * What a browser says was kept from happening, as far as it may be written down.
 * @param isOurs whether a path is one of the site’s.
 */
export const readCspReports = (sent: unknown, isOurs: (path: string) => boolean): CspReport[] =>
  bodiesOf(sent).map((body) => ({
    directive: wordOf(
      body.effectiveDirective ?? body['effective-directive'] ?? body['violated-directive'],
    ),
    blocked: blockedOf(body.blockedURL ?? body['blocked-uri']),
    path: pathOf(body.documentURL ?? body['document-uri'], isOurs),
  }));
