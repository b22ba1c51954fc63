import type { ReactNode } from 'react';
import { Icon, type IconName } from '../ui/icons.tsx';
import { LookTiles } from './looks/look-tiles.tsx';
import {
  TemplateColors,
  TemplateContents,
  TemplateName,
  TypefaceSamples,
} from './looks/template-facts.tsx';
import { TemplateLayouts } from './looks/template-layouts.tsx';
import { facts, files } from './sample/engagement.ts';

/** Renders labelled values under rules. */
export function Facts({ rows }: { rows: readonly (readonly [label: string, value: string])[] }) {
  return (
    <div className="border-rule border-b text-[.75rem] text-ink-3">
      {rows.map(([label, value]) => (
        <p key={label} className="border-rule border-t py-1.5">
          {label}
          <span className="block text-[.8125rem] text-ink">{value}</span>
        </p>
      ))}
    </div>
  );
}

function Source({ icon, name, note }: { icon: IconName; name: ReactNode; note: ReactNode }) {
  return (
    <div className="relative my-3.5 grid grid-cols-[20px_minmax(0,1fr)] gap-x-2.5 text-[.75rem] text-ink-3">
      <Icon name={icon} className="row-span-2 text-ink size-5" />
      <b className="truncate text-[.8125rem] text-ink">{name}</b>
      <span>{note}</span>
      {/* The bar under a file that is being read takes no room, so that nothing below it moves. */}
      <i className="-bottom-2 absolute right-0 left-8 h-0.75 bg-ink" data-step="upload" />
    </div>
  );
}

/** Shows the sources of the deck: the statement of work and the template. */
export function Sources() {
  const { scope } = files;
  return (
    <div
      className="sources hidden min-w-0 flex-col border-rule border-r bg-app-2 [grid-area:sources] xl:flex"
      translate="no"
    >
      <div className="flex min-w-0 grow flex-col p-4" aria-hidden="true">
        <div className="flex justify-between text-ink-3">
          <b className="text-ink">Sources</b>2
        </div>
        <Source icon="document" name={scope.name} note={`${scope.pages} pages read`} />
        <Facts rows={facts} />
        <div>
          <Source icon="template" name={<TemplateName />} note={<TemplateContents />} />
        </div>
        <div className="grid grid-cols-3 gap-1.5">
          <TemplateLayouts />
        </div>
        <TemplateColors />
        <TypefaceSamples />
      </div>
      <LookTiles place="sources" />
    </div>
  );
}
