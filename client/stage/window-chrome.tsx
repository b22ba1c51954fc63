import type { ReactNode } from 'react';
import LogoMark from '../brand/logo.svg?react';
import { TemplateName } from './looks/template-facts.tsx';
import { engagementName } from './sample/engagement.ts';
import { slides } from './sample/slides.ts';
import { steps } from './steps.ts';

/** Renders the title bar: the name of the engagement, and the name of the template. */
export function TitleBar() {
  return (
    <div
      className="flex items-center gap-4 border-rule border-b px-4 text-[.8125rem] text-ink-2"
      aria-hidden="true"
      translate="no"
    >
      <LogoMark className="logo-mark hidden h-4 w-5 shrink-0 md:block" />
      <b className="truncate text-ink">{engagementName}</b>
      <span className="flex-1 truncate text-right text-[.75rem] text-ink-3 max-md:hidden">
        {'Template: '}
        <TemplateName />
      </span>
    </div>
  );
}

/** The status texts of the transformation while it plays. Each covers the text before it (playback.css). */
const running = [
  ['3 phrases marked on page 3', '[--at:400ms]'],
  ['Writing titles 1, 4 and 8', '[--at:1400ms]'],
  ['Drafting title 6 of 8', '[--at:2100ms]'],
] as const;

/** Renders the status text of a step. In Draft and Edit it depends on the chosen title. */
function Status({ step }: { step: (typeof steps)[number] }) {
  if (step.id === 'edit')
    return slides.map(({ number }) => (
      <span key={number} data-chosen={number}>
        {`Slide ${number} of ${slides.length}, title selected`}
      </span>
    ));
  if (step.id === 'draft')
    return slides.map(({ number, wordings }) => (
      <span key={number} data-chosen={number}>
        {wordings.map(({ title }, index) => (
          <span key={title} data-wording={`${number}.${index}`}>
            {index === 0 ? step.status : `Title ${number} rewritten`}
          </span>
        ))}
      </span>
    ));
  return step.status;
}

export function StatusBar({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-center border-rule border-t px-4 text-[.75rem] text-ink-2">
      <span className="grid *:[grid-area:1/1]" aria-hidden="true" translate="no">
        {steps.map((step) => (
          <span
            key={step.id}
            className={step.id === 'upload' ? '[--at:400ms]' : '[--at:4000ms]'}
            data-step={step.id}
          >
            <Status step={step} />
          </span>
        ))}
        {running.map(([status, at]) => (
          <span key={at} className={`bg-app-2 ${at}`} data-during="">
            {status}
          </span>
        ))}
      </span>
      {children}
    </div>
  );
}
