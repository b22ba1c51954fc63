import type { PageConfig } from '../page-config.ts';

/**
 * Returns the text under "What's next?" after a sign-up. The text is the same for every address, because a difference
 * would show which addresses are on the list.
 */
export const nextSteps = ({ hasMail }: Pick<PageConfig, 'hasMail'>): string =>
  hasMail
    ? 'Check your mail. The link in it confirms your place, shows what we keep, and removes it if you wish.'
    : "We'll keep you updated on our progress by email. Until then, keep a statement of work and a brand template to hand.";
