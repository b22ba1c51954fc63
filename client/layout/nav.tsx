import { Link } from 'react-router-dom';
import { anchors, paths } from '../../shared/paths.ts';
import { site } from '../../shared/site.ts';
import { usePageConfig } from '../config/page-config.tsx';
import { EarlyAccessButton } from '../early-access/button.tsx';
import { plainWayId } from '../early-access/ids.ts';
import { anchorPath } from '../ui/anchor-path.ts';
import { Icon, LogoMark } from '../ui/icons.tsx';

/** What the menu’s toggle leads to without its script. */
export const footerId = 'footer';

export function Brand() {
  return (
    <Link className="brand" to={paths.home}>
      <LogoMark />
      {site.name}
    </Link>
  );
}

/**
 * The landing page’s links: a row, or on small screens a list behind a toggle. The boot script works the
 * toggle, before and after React is here; its `aria-expanded` is the whole state. Where that script does not
 * come, the toggle leads to the footer, which holds every link.
 */
function Menu() {
  const { contactEmail } = usePageConfig();
  return (
    <>
      <form id={plainWayId} hidden />
      <button
        type="submit"
        form={plainWayId}
        formAction={`#${footerId}`}
        className="menu-toggle"
        data-menu-toggle=""
        aria-expanded={false}
        aria-controls="menu"
        aria-label="Menu"
        suppressHydrationWarning
      >
        <Icon name="menu" />
        <Icon name="close" />
      </button>
      <nav className="menu" id="menu" aria-label="Main">
        <ol>
          {anchors.map(({ id, label }) => (
            <li key={id}>
              <Link to={anchorPath(id)}>{label}</Link>
            </li>
          ))}
        </ol>
        <EarlyAccessButton source="nav" className="button button-small" />
        <a className="menu-address" href={`mailto:${contactEmail}`}>
          {contactEmail}
        </a>
      </nav>
    </>
  );
}

/** The fixed bar on top of every page. */
export function Nav({ isLanding }: { isLanding: boolean }) {
  return (
    <header className="nav">
      <div className="page nav-row">
        <Brand />
        {isLanding ? (
          <Menu />
        ) : (
          <Link className="text-link" to={paths.home}>
            <Icon name="arrow-left" />
            <span>Back to Home</span>
          </Link>
        )}
      </div>
    </header>
  );
}
