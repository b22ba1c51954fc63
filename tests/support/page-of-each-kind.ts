import { pages } from '../../shared/pages.ts';

/** Every page, but only one success page and one error page of the sign-up, because the others differ in text only. */
export const pageOfEachKind = pages.filter(
  ({ id }) => !id.startsWith('early-access') || /joined$|too_fast$/.test(id),
);
