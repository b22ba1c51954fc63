import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import type { BuildFacts } from '../../shared/build-output.ts';
import type { PageConfig } from '../../shared/page-config.ts';
import type { Settings } from '../../shared/settings/schema.ts';

export type HeaderFields = Readonly<Record<string, string>>;

type Inline = NonNullable<BuildFacts['inline']>;

const turnstile = 'https://challenges.cloudflare.com';

/** What a visitor could be asked to permit, and no page of ours asks. */
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

/** No string becomes a script or markup, and nobody makes a policy that would let one. */
const trustedTypes = { requireTrustedTypesFor: ["'script'"], trustedTypes: ["'none'"] };

function contentSecurityPolicy(config: PageConfig, inline: Inline, reportUri?: string) {
  const botCheck = config.turnstileSiteKey === null ? [] : [turnstile];
  const supabase =
    config.transport.kind === 'direct' ? [new URL(config.transport.supabaseUrl).origin] : [];
  return {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'", ...inline.script, ...botCheck],
    // The one in the page, and that of the toasts.
    styleSrc: ["'self'", ...inline.style],
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
    // Not `report-to`, which Firefox does not know; where it is absent, every browser takes this one.
    ...(reportUri ? { reportUri: [reportUri] } : {}),
  };
}

/**
 * The headers that every kind of answer carries. helmet runs once: per request it would cost more than the page.
 * @param inline the policy’s sources for what stands in each page.
 */
export function securityHeaders(
  config: PageConfig,
  settings: Settings,
  inline: Inline = { script: [], style: [] },
): HeaderFields {
  const { CSP_REPORT_URI: reportUri, HSTS_MAX_AGE: maxAge } = settings;
  const hasHsts = config.origin.startsWith('https:');
  const fields: Record<string, string> = {
    'Permissions-Policy': permissions.map((feature) => `${feature}=()`).join(', '),
    // A staging copy: pictures and files too, which have no head to say it in.
    ...(config.indexing ? {} : { 'X-Robots-Tag': 'noindex, nofollow' }),
  };
  const taker = {
    setHeader: (name: string, value: string) => Object.assign(fields, { [name]: value }),
    removeHeader: () => {},
  };
  helmet({
    // No upgrade-insecure-requests: on a plain http origin WebKit would ask for every file by https.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: contentSecurityPolicy(config, inline, reportUri),
    },
    strictTransportSecurity: hasHsts && {
      maxAge,
      includeSubDomains: settings.HSTS_INCLUDE_SUBDOMAINS === 'on',
    },
    // `no-referrer` would make browsers send `Origin: null` with our own form.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    xDownloadOptions: false,
    crossOriginOpenerPolicy: false, // It cost 50 ms of a phone’s first paint (docs/decisions/0012).
  })({} as IncomingMessage, taker as unknown as ServerResponse, () => {});
  return fields;
}
