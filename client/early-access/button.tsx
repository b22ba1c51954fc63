import { useLinkClickHandler } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import type { Source } from '../../shared/signup/contract.ts';
import { earlyAccess } from '../../shared/signup/texts.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { formAnchor } from './opening.ts';

/**
 * Opens the early-access dialog. Until the first script runs it is a link to the form in the page, so that a visitor
 * without that script can sign up.
 */
export function EarlyAccessButton({ source, className }: { source: Source; className: string }) {
  return (
    <LinkButton className={className} href={formAnchor} data-source={source} aria-haspopup="dialog">
      {earlyAccess.action}
    </LinkButton>
  );
}

/** Leads from another page to the landing page, and opens the dialog there. Without a script it leads to the form. */
export function FormLink() {
  const open = useLinkClickHandler(paths.home, { state: { opensDialog: true } });
  return (
    <a className="button" href={`${paths.home}${formAnchor}`} onClick={open}>
      {earlyAccess.action}
    </a>
  );
}
