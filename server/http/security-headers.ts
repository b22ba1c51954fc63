import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import type { PageConfig } from '../../shared/page-config.ts';

export type HeaderFields = Readonly<Record<string, string>>;

const turnstile = 'https://challenges.cloudflare.com';

/** The name under which the policy’s reports are sent. */
const reportGroup = 'csp';

/** Everything a page has no use for. */
const permissions = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'usb',
  'xr-spatial-tracking',
];

/** No string becomes a script or markup; the one policy lets JSON into its element (client/head/trusted.ts). */
const trustedTypes = { requireTrustedTypesFor: ["'script'"], trustedTypes: ['structured-data'] };

interface PolicyParts {
  config: PageConfig;
  /** `CSP_REPORT_URI` */
  reportUri?: string | undefined;
  /** In seconds; undefined: HSTS is off. */
  hstsMaxAge?: number | undefined;
  hstsIncludesSubdomains?: boolean;
}

function contentSecurityPolicy({ config, reportUri }: PolicyParts) {
  const botCheck = config.turnstileSiteKey === null ? [] : [turnstile];
  const supabase =
    config.transport.kind === 'direct' ? [new URL(config.transport.supabaseUrl).origin] : [];
  return {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'", ...botCheck],
    styleSrc: ["'self'"],
    imgSrc: ["'self'"],
    fontSrc: ["'self'"],
    connectSrc: ["'self'", ...supabase],
    frameSrc: botCheck.length > 0 ? botCheck : ["'none'"],
    formAction: ["'self'"],
    manifestSrc: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
    // Turnstile’s script, and adding it, write addresses and markup as plain strings.
    ...(botCheck.length > 0 ? {} : trustedTypes),
    // Firefox and older browsers know `report-uri` alone; the others pass over it.
    ...(reportUri ? { reportUri: [reportUri], reportTo: [reportGroup] } : {}),
  };
}

/** Runs helmet once, against an answer that only takes notes: per request it would cost more than the page. */
function helmetHeaders(parts: PolicyParts): Record<string, string> {
  const fields: Record<string, string> = {};
  const notes = {
    setHeader(name: string, value: string) {
      fields[name] = value;
    },
    removeHeader: () => {},
  };
  const { hstsMaxAge, hstsIncludesSubdomains = false } = parts;
  const hasHsts = hstsMaxAge !== undefined && parts.config.origin.startsWith('https:');
  helmet({
    // No upgrade-insecure-requests: on a plain http origin WebKit would ask for every file by https.
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(parts) },
    strictTransportSecurity: hasHsts && {
      maxAge: hstsMaxAge,
      includeSubDomains: hstsIncludesSubdomains,
    },
    // `no-referrer` would make browsers send `Origin: null` with our own form.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    xDownloadOptions: false,
  })({} as IncomingMessage, notes as unknown as ServerResponse, () => {});
  return fields;
}

/** The headers that every kind of answer carries. */
export const securityHeaders = (parts: PolicyParts): HeaderFields => ({
  ...helmetHeaders(parts),
  ...(parts.reportUri ? { 'Reporting-Endpoints': `${reportGroup}="${parts.reportUri}"` } : {}),
  'Permissions-Policy': permissions.map((feature) => `${feature}=()`).join(', '),
  // A staging copy: pictures and files too, which have no head to say it in.
  ...(parts.config.indexing ? {} : { 'X-Robots-Tag': 'noindex, nofollow' }),
});
