import { Link } from 'react-router-dom';
import { anchors, paths } from '../../shared/paths.ts';
import { site } from '../../shared/site.ts';
import { usePageConfig } from '../config/page-config.tsx';
import { anchorPath } from '../ui/anchor-path.ts';
import { Brand, footerId } from './nav.tsx';

const product = anchors.map(({ id, label }) => ({ to: anchorPath(id), label }));
const legal = [
  { to: paths.privacy, label: 'Privacy' },
  { to: paths.terms, label: 'Terms' },
  { to: paths.careers, label: 'Careers' },
];

function Links({ title, links }: { title: string; links: { to: string; label: string }[] }) {
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function Footer() {
  const { contactEmail } = usePageConfig();
  return (
    <footer className="site-footer" id={footerId}>
      <div className="page footer-columns">
        <div>
          <Brand />
          <p className="footer-promise">{site.promise}</p>
        </div>
        <Links title="Product" links={product} />
        <Links title="Legal" links={legal} />
        <div>
          <h2>Write to us</h2>
          <ul>
            <li>
              <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
            </li>
          </ul>
        </div>
      </div>
      <div className="page">
        <p className="footer-end">
          <small>
            © {site.copyrightYear} {site.name}. All rights reserved.
          </small>{' '}
          <small>End of deck</small>
        </p>
      </div>
    </footer>
  );
}
