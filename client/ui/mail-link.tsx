import { usePageConfig } from '../page-config/page-config.tsx';

/** A link that shows the contact address and opens a mail to it. */
export function MailLink({ className }: { className: string }) {
  const { contactEmail } = usePageConfig();
  return (
    <a className={className} href={`mailto:${contactEmail}`}>
      {contactEmail}
    </a>
  );
}
