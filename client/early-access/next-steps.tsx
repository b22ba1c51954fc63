import { placeholders } from '../../shared/page-config.ts';
import { nextSteps } from '../../shared/signup/next-steps.ts';
import { usePageConfig } from '../page-config/page-config.tsx';

/** Says what comes after a sign-up. The server writes the words into a prerendered page. */
export function NextSteps() {
  const config = usePageConfig();
  return <p>{import.meta.env.SSR ? placeholders.nextSteps : nextSteps(config)}</p>;
}
