import type { ComponentProps } from 'react';

/**
 * Renders a link that the first script turns into a button. Until that script runs, the link leads to the place in the page
 * that the button would open.
 */
export const LinkButton = (props: ComponentProps<'a'> & { href: string }) => (
  // biome-ignore lint/a11y/useSemanticElements: a button does nothing without a script
  <a role="button" {...props} />
);
