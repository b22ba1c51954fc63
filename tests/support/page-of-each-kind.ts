import { pages } from '../../shared/pages.ts';

/** Every page; but of those that tell how a sign-up went, which differ in their text only, one of each kind. */
export const pageOfEachKind = pages.filter(
  ({ id }) => !id.startsWith('early-access') || /joined$|too_fast$/.test(id),
);
