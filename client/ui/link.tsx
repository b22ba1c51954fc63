import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

/** A link within the site. React Router’s own can also fetch pages ahead, with scripts that nothing here needs. */
export function Link({ to, ...attributes }: ComponentProps<'a'> & { to: string }) {
  return <a {...attributes} href={useHref(to)} onClick={useLinkClickHandler(to)} />;
}
