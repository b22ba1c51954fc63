import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import { Icon } from './icons.tsx';

/** A row of buttons under the words of a sheet. */
export function Actions({ children }: { children: ReactNode }) {
  return <div className="mt-7 flex flex-wrap gap-3 print:hidden">{children}</div>;
}

export function BackToHome() {
  return (
    <Link className="button button-outline" to={paths.home}>
      <Icon name="arrow-left" />
      Back to Home
    </Link>
  );
}

export function ReturnToHome() {
  return (
    <Link className="button" to={paths.home}>
      Return to Home
    </Link>
  );
}
