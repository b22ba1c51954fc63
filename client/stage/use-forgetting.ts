import { useEffect } from 'react';
import { leave } from './own/choose-template.ts';

/**
 * Forgets the template when the visitor leaves the site, because the browser may keep the page in memory. The template stays
 * while the router shows another page, and so does this listener. Adding the listener again changes nothing.
 */
export function useForgetting(): void {
  useEffect(() => addEventListener('pagehide', leave), []);
}
