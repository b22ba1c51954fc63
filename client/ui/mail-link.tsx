import { pageTexts } from '../page-config/page-config.ts';

/** Renders the contact address, which a narrow line breaks before the @. */
export function ContactAddress() {
  const { contactMailbox, contactHost } = pageTexts();
  return (
    <span>
      {contactMailbox}
      <wbr />
      {`@${contactHost}`}
    </span>
  );
}

/** Renders a link that shows the contact address and opens a mail to it. */
export const MailLink = ({ className }: { className: string }) => (
  <a className={className} href={`mailto:${pageTexts().contactEmail}`}>
    <ContactAddress />
  </a>
);
