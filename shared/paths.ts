import type { PageConfig } from './page-config.ts';
import type { SignupErrorCode } from './signup/outcomes.ts';

/** The paths of the site. They are not in `pages.ts`, so that a script that needs a path does not load every page’s texts. */
export const paths = {
  home: '/',
  upload: '/upload',
  privacy: '/privacy',
  terms: '/terms',
  careers: '/careers',
  contact: '/contact',
  earlyAccess: '/early-access',
} as const;

/** The path of each redirect, with its target. The server and the client’s router both redirect by this table. */
export const redirects = { [paths.contact]: '/#contact' } as const;

/** The path of the page of a prospect’s own entry. A link in a mail leads there. */
export const entryPath = `${paths.earlyAccess}/entry`;

/** The ends of a sign-up without JavaScript. Each end has a page. */
export type SignupEnd = 'joined' | 'joined_with_mail' | SignupErrorCode;

/** Returns the path of the page that shows the result of a sign-up to a prospect without JavaScript. */
export const outcomePath = (outcome: SignupEnd): string =>
  `${paths.earlyAccess}/${outcome.replaceAll('_', '-')}`;

export const isOutcomePath = (path: string | null): boolean =>
  path?.startsWith(`${paths.earlyAccess}/`) ?? false;

/** The landing page’s anchors, in the order of the navigation. */
export const anchors = [
  { path: '/#how-it-works', label: 'How It Works' },
  { path: '/#founders', label: 'Founders' },
  { path: '/#contact', label: 'Contact' },
] as const;

/** The pages that the footer of every page links to. */
export const footerPages = [
  { path: paths.privacy, label: 'Privacy' },
  { path: paths.terms, label: 'Terms' },
  { path: paths.careers, label: 'Careers' },
] as const;

/** Returns the path of a share image. */
export const shareImagePath = ({ id }: { id: string }): string => `/share/${id}.png`;

/**
 * Returns the absolute address of a share image. The query is the hash of its content, so that chats load a changed
 * picture again.
 */
export function shareImageUrl(
  image: { id: string },
  { origin, shareImages }: Pick<PageConfig, 'origin'> & Partial<Pick<PageConfig, 'shareImages'>>,
): string {
  const hash = shareImages?.[image.id];
  return `${origin}${shareImagePath(image)}${hash ? `?v=${hash}` : ''}`;
}
