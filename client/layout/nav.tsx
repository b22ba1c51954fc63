import { Link } from 'react-router-dom';
import { anchors, paths } from '../../shared/paths.ts';
import { site } from '../../shared/site.ts';
import LogoMark from '../brand/logo.svg?react';
import { EarlyAccessButton } from '../early-access/button.tsx';
import { sectionNumber } from '../sections/order.ts';
import { Icon } from '../ui/icons.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { MailLink } from '../ui/mail-link.tsx';
import { menuId } from './menu-id.ts';

/** Renders the logo and the name. Where the name has no room beside the logo, it wraps to a second line, which is cut off. */
export function Brand({ nameClass = '' }: { nameClass?: string }) {
  return (
    <Link
      className="inline-flex h-11 min-w-0 flex-wrap items-center gap-2.25 overflow-clip font-medium font-serif text-[min(1.375rem,8vw)] leading-none tracking-[-0.022em] md:gap-3"
      to={paths.home}
      aria-label={site.name}
      translate="no"
    >
      <LogoMark className="logo-mark h-11 w-7.5" />
      <span className={nameClass}>{site.name}</span>
    </Link>
  );
}

/**
 * Renders the links of the landing page: a row, or on small screens a list that the browser opens over the page (`popover`).
 */
function Menu() {
  return (
    <nav
      className="inset-x-0 top-nav bottom-0 max-md:h-auto max-md:w-full max-md:flex-col max-md:bg-paper max-md:px-gutter max-md:pt-4 max-md:pb-10 max-md:text-ink menu md:static md:ml-auto md:flex md:overflow-visible md:bg-transparent"
      id={menuId}
      popover="auto"
      aria-label="Main"
    >
      <ol className="max-md:mb-8 md:flex">
        {anchors.map(({ path, label }) => (
          <li key={path} className="max-md:border-rule max-md:border-b">
            <Link
              className="flex min-h-11 items-center max-md:py-3.75 max-md:font-serif max-md:text-[1.875rem] max-md:leading-[1.3] max-md:tracking-[-0.02em] md:px-4 md:font-medium md:text-ink-2 md:text-small md:hover:text-ink"
              to={path}
            >
              <span
                className="w-10.25 font-medium font-sans text-ink-3 text-small md:hidden"
                aria-hidden="true"
              >
                {sectionNumber(path)}
              </span>
              {label}
            </Link>
          </li>
        ))}
      </ol>
      <EarlyAccessButton source="nav" className="button md:hidden" />
      <MailLink className="mt-auto flex min-h-11 items-end self-start text-small underline underline-offset-4 md:hidden" />
    </nav>
  );
}

/** Renders the fixed bar at the top of every page. */
export function Nav({ isLanding }: { isLanding: boolean }) {
  return (
    <header className="nav fixed inset-x-0 top-0 z-20 h-nav border-rule border-b bg-paper on-paper:hidden">
      <div className="page flex h-full items-center justify-between">
        <Brand nameClass={isLanding ? 'max-[22.5rem]:hidden max-md:text-[1.25rem]' : ''} />
        {isLanding ? (
          <>
            <Menu />
            <div className="flex items-center gap-1 md:ml-[2.125rem]">
              <EarlyAccessButton
                source="nav"
                className="button button-small max-[14rem]:hidden max-md:px-3.5 max-md:text-[0.875rem]"
              />
              <LinkButton
                className="-mr-3 grid size-11 cursor-pointer place-items-center md:hidden"
                href={`#${menuId}`}
                aria-expanded={false}
              >
                <span className="sr-only">Menu</span>
                <Icon name="menu" />
                <Icon name="close" />
              </LinkButton>
            </div>
          </>
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
