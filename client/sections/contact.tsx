import { contact, site } from '../../shared/site.ts';
import { usePageConfig } from '../config/page-config.tsx';
import { Icon } from '../ui/icons.tsx';
import { SectionHeading } from '../ui/section.tsx';

export function Contact() {
  const { contactEmail } = usePageConfig();
  return (
    <section className="section contact page" id="contact" aria-labelledby="contact-title">
      <div className="contact-columns" data-reveal="" suppressHydrationWarning>
        <SectionHeading id="contact" number={6} {...contact} />
        <div>
          <p className="lead">{contact.lead}</p>
          <a className="button" href={`mailto:${contactEmail}`}>
            <Icon name="mail" />
            {contact.action}
          </a>
          <p className="note">{site.responseTime}</p>
        </div>
      </div>
    </section>
  );
}
