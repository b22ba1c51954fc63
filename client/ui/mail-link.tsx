import { pageTexts } from '../page-config/page-config.ts';

/** Renders a link that shows the contact address and opens a mail to it. */
export function MailLink({ className }: { className: string }) {
  const { contactEmail } = pageTexts();
  return (
    <a className={className} href={`mailto:${contactEmail}`}>
      {contactEmail}
    </a>
  );
}
