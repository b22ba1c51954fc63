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

/** Our mark and name. In the bar of the smallest screens the name gives way to the button. */
export function Brand({ name = '' }: { name?: string }) {
  return (
    <Link
      className="inline-flex min-h-11 items-center gap-3 font-medium font-serif text-[1.375rem] leading-none tracking-[-.022em]"
      to={paths.home}
      aria-label={site.name}
    >
      <LogoMark className="w-7.5" />
      <span className={name}>{site.name}</span>
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
      <EarlyAccessButton
        source="nav"
        className="button button-small mr-1 ml-auto max-[14rem]:hidden px-3.5 text-[.875rem] group-has-aria-expanded:invisible md:hidden"
      />
      <button
        type="submit"
        form={plainWayId}
        formAction={`#${footerId}`}
        className="menu-toggle group/toggle peer -mr-3 grid size-11 cursor-pointer place-items-center md:hidden"
        data-menu-toggle=""
        aria-expanded={false}
        aria-controls="menu"
        aria-label="Menu"
        suppressHydrationWarning
      >
        <Icon name="menu" className="group-aria-expanded/toggle:hidden" />
        <Icon name="close" className="hidden group-aria-expanded/toggle:block" />
      </button>
      <nav
        className="menu gap-8.5 bg-paper max-md:fixed max-md:inset-0 max-md:top-nav max-md:hidden max-md:flex-col max-md:overflow-y-auto max-md:px-gutter max-md:pt-4 max-md:pb-10 max-md:peer-aria-expanded:flex md:flex md:items-center"
        id="menu"
        aria-label="Main"
      >
        <ol className="[counter-reset:item] md:flex md:items-center">
          {anchors.map(({ id, label }) => (
            <li className="border-rule max-md:border-b" key={id}>
              <Link
                className="flex items-center [counter-increment:item] hover:text-ink max-md:py-3.75 max-md:font-serif max-md:text-[1.875rem] max-md:leading-[1.3] max-md:tracking-[-.02em] max-md:before:w-10 max-md:before:font-medium max-md:before:font-sans max-md:before:text-ink-3 max-md:before:text-small max-md:before:tracking-normal max-md:before:content-[counter(item)] md:min-h-11 md:px-4 md:font-medium md:text-ink-2 md:text-small"
                to={anchorPath(id)}
              >
                {label}
              </Link>
            </li>
          ))}
        </ol>
        <EarlyAccessButton
          source="nav"
          className="button button-small max-md:min-h-13 max-md:text-[1rem]"
        />
        <a
          className="mt-auto flex min-h-11 items-end self-start text-ink-2 text-small underline underline-offset-4 md:hidden"
          href={`mailto:${contactEmail}`}
        >
          {contactEmail}
        </a>
      </nav>
    </>
  );
}

/** The fixed bar on top of every page. */
export function Nav({ isLanding }: { isLanding: boolean }) {
  return (
    <header className="nav group fixed inset-x-0 top-0 z-20 h-nav border-rule border-b bg-paper">
      <div className="page flex h-full items-center justify-between">
        <Brand name={isLanding ? 'max-[22.5rem]:hidden max-md:text-[1.25rem]' : ''} />
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
