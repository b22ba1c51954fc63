import { paths } from '../../shared/paths.ts';

/** The address of a section of the landing page, from any page. */
export const anchorPath = (id: string): string => `${paths.home}#${id}`;
