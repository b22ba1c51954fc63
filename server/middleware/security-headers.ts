import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import { cspReportsGroup, cspReportsPath } from '../../shared/csp-reports.ts';
import type { PageConfig } from '../../shared/page-config.ts';
import type { RawHeaders } from '../pages/entity.ts';

const turnstile = 'https://challenges.cloudflare.com';

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

function contentSecurityPolicy(config: PageConfig) {
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
    reportUri: [cspReportsPath],
    reportTo: [cspReportsGroup],
  };
}

/**
 * The headers that every kind of answer carries, as names and values in turn.
 * helmet runs once, against an answer that only takes notes: per request it would cost more than the page.
 */
export function securityHeaders(config: PageConfig): RawHeaders {
  const isHttps = config.origin.startsWith('https:');
  const headers: string[] = [];
  const notes = {
    setHeader: (name: string, value: string) => headers.push(name, value),
    removeHeader: () => {},
  };
  helmet({
    // No upgrade-insecure-requests: on a plain http origin WebKit would ask for every file by https.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: contentSecurityPolicy(config),
    },
    strictTransportSecurity: isHttps ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    // `no-referrer` would make browsers send `Origin: null` with our own form.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    xDownloadOptions: false,
  })({} as IncomingMessage, notes as unknown as ServerResponse, () => {});
  return [
    ...headers,
    'Reporting-Endpoints',
    `${cspReportsGroup}="${cspReportsPath}"`,
    'Permissions-Policy',
    permissions.map((feature) => `${feature}=()`).join(', '),
    // A staging copy: pictures and files too, which have no head to say it in.
    ...(config.indexing ? [] : ['X-Robots-Tag', 'noindex, nofollow']),
  ];
}

/** Puts them on what Express answers. */
export const setHeaders = (headers: RawHeaders) => {
  const pairs = new Map<string, string>();
  for (let at = 0; at < headers.length; at += 2) {
    pairs.set(headers[at] ?? '', headers[at + 1] ?? '');
  }
  return (_request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    response.setHeaders(pairs);
    next();
  };
};
