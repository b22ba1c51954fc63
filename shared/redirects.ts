import { paths } from './paths.ts';

/** The path of each redirect, with its target. The server and the client’s router both redirect by this table. */
export const redirects = { [paths.contact]: '/#contact' } as const;
