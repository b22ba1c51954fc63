import type { ReactNode } from 'react';
import { site } from '../../shared/site.ts';

/**
 * Renders the last row of a landing section or a content page: a note, the site's name and the number or name of the page.
 */
export function Footnote({ children, page }: { children: ReactNode; page: ReactNode }) {
  return (
    <footer className="mt-9 flex flex-wrap justify-between gap-x-6 gap-y-1 border-rule border-t pt-3.5 text-caption text-ink-3 leading-normal md:mt-12">
      <p>{children}</p>
      <p>
        {site.name} <b className="ml-3 text-ink">{page}</b>
      </p>
    </footer>
  );
}
