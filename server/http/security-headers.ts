import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import type { BuildFacts } from '../../shared/build-output.ts';
import type { PageConfig } from '../../shared/page-config.ts';
import type { Settings } from '../../shared/settings/schema.ts';

export type HeaderFields = Readonly<Record<string, string>>;

type Inline = NonNullable<BuildFacts['inline']>;

const turnstile = 'https://challenges.cloudflare.com';

/** Features that no page of this site uses. */
const permissions = [
  'camera',
  'display-capture',
  'geolocation',
  'microphone',
  'midi',
  'payment',
  'usb',
  'xr-spatial-tracking',
];

/** No string becomes script or markup. The one policy starts the worker that reads a template, from our own files. */
const trustedTypes = { requireTrustedTypesFor: ["'script'"], trustedTypes: ['deck-worker'] };

function contentSecurityPolicy(config: PageConfig, inline: Inline) {
  const botCheck = config.turnstileSiteKey === null ? [] : [turnstile];
  const supabase =
    config.transport.kind === 'direct' ? [new URL(config.transport.supabaseUrl).origin] : [];
  return {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'", ...inline.script, ...botCheck],
    // The hashes are those of the style in the page and of the toasts’ style.
    styleSrc: ["'self'", ...inline.style],
    imgSrc: ["'self'"],
    fontSrc: ["'self'"],
    workerSrc: ["'self'"],
    connectSrc: ["'self'", ...supabase],
    frameSrc: botCheck.length > 0 ? botCheck : ["'none'"],
    formAction: ["'self'"],
    manifestSrc: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
    // Turnstile’s script writes addresses and markup as plain strings, and so does the code that adds it.
    ...(botCheck.length > 0 ? {} : trustedTypes),
  };
}

/**
 * Returns the headers of every response. Runs helmet once, because for each request it would cost more than the page.
 * @param inline the policy’s sources for script and style within the pages.
 */
export function securityHeaders(
  config: PageConfig,
  settings: Settings,
  inline: Inline = { script: [], style: [] },
): HeaderFields {
  const { HSTS_MAX_AGE: maxAge } = settings;
  const hasHsts = config.origin.startsWith('https:');
  const fields: Record<string, string> = {
    'Permissions-Policy': permissions.map((feature) => `${feature}=()`).join(', '),
    // This is a staging copy. Pictures and files have no head, so the header says it.
    ...(config.indexing ? {} : { 'X-Robots-Tag': 'noindex, nofollow' }),
  };
  const collector = {
    setHeader: (name: string, value: string) => Object.assign(fields, { [name]: value }),
    removeHeader: () => {},
  };
  helmet({
    // No upgrade-insecure-requests: on an http origin WebKit would request every file by https.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: contentSecurityPolicy(config, inline),
    },
    strictTransportSecurity: hasHsts && {
      maxAge,
      includeSubDomains: settings.HSTS_INCLUDE_SUBDOMAINS === 'on',
    },
    // With `no-referrer`, browsers would send `Origin: null` with the sign-up form.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    xDownloadOptions: false,
    crossOriginOpenerPolicy: false, // It cost 50 ms of a phone’s first paint (docs/decisions/0012).
  })({} as IncomingMessage, collector as unknown as ServerResponse, () => {});
  return fields;
}

const policyHeader = 'Content-Security-Policy';

/**
 * Returns the headers of a page whose address has no secret. Such a page sends reports of the policy to `CSP_REPORT_URI`. The
 * page of an entry and unknown paths do not, because a report has the address of the page, and with it the token of a link.
 */
export function withReports(
  headers: HeaderFields,
  { CSP_REPORT_URI: reportUri }: Pick<Settings, 'CSP_REPORT_URI'>,
): HeaderFields {
  if (!reportUri) return headers;
  // Not `report-to`, which Firefox does not know. Without it, every browser uses `report-uri`.
  return { ...headers, [policyHeader]: `${headers[policyHeader]};report-uri ${reportUri}` };
}
