import type { PageConfig } from './page-config.ts';
import type { ShareImage } from './pages.ts';

/** The fixed origin plus the path, with any trailing slash removed. */
export const canonicalUrl = (origin: string, path: string): string =>
  path === '/' ? `${origin}/` : `${origin}${path.replace(/\/+$/, '')}`;

/** Where a share image is served; its content hash rides along as a query. */
export const shareImagePath = (image: Pick<ShareImage, 'id'>): string => `/share/${image.id}.png`;

/** The absolute address of a share image. A changed picture gets a new one, so previews do not go stale. */
export function shareImageUrl(
  image: Pick<ShareImage, 'id'>,
  config: Pick<PageConfig, 'origin' | 'shareImages'>,
): string {
  const hash = config.shareImages?.[image.id];
  return `${config.origin}${shareImagePath(image)}${hash ? `?v=${hash}` : ''}`;
}
