import type { PageConfig } from '../page-config.ts';

/**
 * Returns what everybody reads after a sign-up, under "What's next?". It does not depend on the address, so that nobody
 * learns which addresses are on the list.
 */
export const nextSteps = ({ hasMail }: Pick<PageConfig, 'hasMail'>): string =>
  hasMail
    ? 'Check your mail. The link in it confirms your place, shows what we keep, and removes it if you wish.'
    : "We'll keep you updated on our progress by email. Until then, keep a statement of work and a brand template to hand.";
