import { Link } from 'react-router-dom';
import { anchors, footerPages } from '../../shared/paths.ts';
import { site } from '../../shared/site.ts';
import { MailLink } from '../ui/mail-link.tsx';
import { Brand } from './nav.tsx';

const heading = 'mt-2.75 mb-1.25 font-semibold text-small';
/** Links are 44 px high for touch, and lower for a mouse. */
const link =
  'inline-flex min-h-11 min-w-11 items-center text-ink-2 text-small underline-offset-4 [overflow-wrap:anywhere] hover:text-ink hover:underline md:pointer-fine:min-h-9';

function Links({ title, links }: { title: string; links: typeof anchors | typeof footerPages }) {
  return (
    <nav aria-label={title}>
      <h2 className={heading}>{title}</h2>
      <ul>
        {links.map(({ path, label }) => (
          <li key={path}>
            <Link className={link} to={path}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function Footer() {
  return (
    <footer className="border-ink border-t pt-10 pb-8 md:pt-14 on-paper:hidden">
      <div className="page grid grid-cols-2 gap-x-6 gap-y-8 md:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr_1.2fr] xl:grid-cols-[3fr_1fr_1fr_minmax(12rem,1fr)]">
        <div className="col-span-full lg:col-span-1">
          <Brand />
          <p className="mt-2.5 max-w-[14.5rem] text-balance text-ink-2 leading-normal">
            {site.promise}
          </p>
        </div>
        <Links title="Product" links={anchors} />
        <Links title="Legal" links={footerPages} />
        <div className="max-md:col-span-full">
          <h2 className={heading}>Write to us</h2>
          <MailLink className={link} />
        </div>
      </div>
      <div className="page">
        <p className="mt-10 flex flex-wrap justify-between gap-x-6 border-rule border-t pt-4.5 text-caption text-ink-3 leading-normal md:mt-16">
          <span>{`© ${site.copyrightYear} ${site.name}. All rights reserved.`}</span>
          <span>{site.lastWords}</span>
        </p>
      </div>
    </footer>
  );
}
