import type { ReactNode } from 'react';
import type { Source } from '../../shared/signup/contract.ts';
import { EarlyAccessButton } from '../early-access/button.tsx';

/** Where the plain form is, for those without JavaScript. */
export const plainFormId = 'early-access-form';

const linkToForm = (className: string) => (
  <a className={className} href={`#${plainFormId}`}>
    Get Early Access
  </a>
);

interface Props {
  source: Source;
  className: string;
  /** What stands in for the button where there is no JavaScript; a link to the plain form if left out. */
  plain?: ReactNode;
}

/** The button that opens the dialog, and what works without JavaScript in its place. */
export function EarlyAccess({ source, className, plain = linkToForm(className) }: Props) {
  return (
    <>
      <EarlyAccessButton source={source} className={className} />
      <noscript>{plain}</noscript>
    </>
  );
}
