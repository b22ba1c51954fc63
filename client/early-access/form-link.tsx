import { useLinkClickHandler } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import { earlyAccess } from '../../shared/signup/texts.ts';
import { formAnchor } from './names.ts';

/** Leads from another page to the landing page, and opens the dialog there. Without a script it leads to the form. */
export function FormLink() {
  const open = useLinkClickHandler(paths.home, { state: { opensDialog: true } });
  return (
    <a className="button" href={`${paths.home}${formAnchor}`} onClick={open}>
      {earlyAccess.action}
    </a>
  );
}
