import { Link } from 'react-router-dom';
import { site } from '../../shared/site.ts';
import { EarlyAccessButton } from '../early-access/button.tsx';
import PlannedShield from '../illustrations/brand/planned-shield.svg?react';
import { ProductWindow } from '../stage/product-window.tsx';
import { Icon } from '../ui/icons.tsx';
import type { SectionPlace } from '../ui/landing-section.tsx';
import { MarkedText } from '../ui/marked-text.tsx';

const lead = `Upload a statement of work and your PowerPoint template. ${site.name} drafts the storyline and slide titles to match. You edit, then download the deck.`;

const [first, marked, ...rest] = site.promiseLines;
const title = [first, `*${marked}*`, ...rest].join('\n');

export function Hero({ id }: SectionPlace) {
  const titleId = `${id}-title`;
  return (
    <section className="hero page pt-10 lg:pt-15.75 low:pt-7" aria-labelledby={titleId}>
      <div className="mb-9 grid gap-x-6 gap-y-6 md:gap-y-7 lg:mb-13.75 lg:grid-cols-12 lg:items-end low:mb-6">
        <h1
          className="-ml-[0.03em] isolate font-serif text-display low:text-[min(var(--text-display),11.2vh)] lg:col-span-7 xl:col-span-8"
          id={titleId}
          tabIndex={-1}
        >
          <MarkedText>{title}</MarkedText>
        </h1>
        <div className="lg:col-span-5 lg:mb-1.75 xl:col-span-4 low:mb-0.75">
          <p className="isolate mb-6 max-w-[35rem] text-ink-2 text-lead lg:mb-7 low:mb-5 low:text-body low:leading-[1.5]">
            {lead}
          </p>
          <p className="flex flex-wrap items-center gap-x-6 gap-y-2 on-paper:hidden">
            <EarlyAccessButton source="hero" className="button max-md:px-[1.59375rem]" />
            <Link className="text-link" to="#how-it-works">
              <span>See how it works</span>
              <Icon name="arrow-right" />
            </Link>
          </p>
          <p className="mt-6 flex min-h-13 low:mt-4 low:min-h-11 low:border-b-0 items-center gap-3 py-2 border-t border-t-ink border-b border-b-rule font-medium text-[1rem] md:mt-7">
            <PlannedShield className="icon size-5.5" />
            {site.claims.trust}
          </p>
          <p className="mt-3 text-caption text-ink-3 low:hidden on-paper:hidden">Pre-launch beta</p>
        </div>
      </div>
      <ProductWindow />
    </section>
  );
}
