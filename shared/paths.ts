import type { PageConfig } from './page-config.ts';
import type { SignupErrorCode } from './signup/outcomes.ts';

/** Every address of the site, once. Apart from the manifest, so that a browser need not load that. */
export const paths = {
  home: '/',
  upload: '/upload',
  privacy: '/privacy',
  terms: '/terms',
  careers: '/careers',
  contact: '/contact',
  earlyAccess: '/early-access',
} as const;

/** The page of one's own entry, behind a link in a mail. */
export const entryPath = `${paths.earlyAccess}/entry`;

/** How a sign-up without JavaScript can end; each end has a page. */
export type Outcome = 'joined' | SignupErrorCode;

/** The path of the page that tells a prospect without JavaScript how it went. */
export const outcomePath = (outcome: Outcome): string =>
  `${paths.earlyAccess}/${outcome.replaceAll('_', '-')}`;

export const isOutcomePath = (path: string | null): boolean =>
  path?.startsWith(`${paths.earlyAccess}/`) ?? false;

/** Paths that lead elsewhere. The client’s router does the same as the server. */
export const redirects = { [paths.contact]: '/#contact' } as const;

/** The landing page’s anchors, in the order of the navigation. */
export const anchors = [
  { path: '/#how-it-works', label: 'How It Works' },
  { path: '/#founders', label: 'Founders' },
  { path: '/#contact', label: 'Contact' },
] as const;

/** The other pages that every page leads to, in its foot. */
export const footerPages = [
  { path: paths.privacy, label: 'Privacy' },
  { path: paths.terms, label: 'Terms' },
  { path: paths.careers, label: 'Careers' },
] as const;

/** Where a share image is served; its content hash rides along as a query. */
export const shareImagePath = ({ id }: { id: string }): string => `/share/${id}.png`;

/** The absolute address of a share image. A changed picture gets a new one, so previews do not go stale. */
export function shareImageUrl(
  image: { id: string },
  { origin, shareImages }: Pick<PageConfig, 'origin' | 'shareImages'>,
): string {
  const hash = shareImages?.[image.id];
  return `${origin}${shareImagePath(image)}${hash ? `?v=${hash}` : ''}`;
}
