import { TemplateName } from './looks/template-facts.tsx';
import { TemplateLayouts } from './looks/template-layouts.tsx';
import { files, template } from './sample/engagement.ts';
import { ScopePage } from './scope-page.tsx';
import { Facts } from './sources.tsx';

/** Renders the desk of Upload: the page of the statement of work that is being read, and the template beside the page. */
export function Reading() {
  const { scope } = files;
  return (
    <div
      className="reading z-2 [grid-area:1/1/-1/-1] hidden [contain:size] overflow-clip gap-5 bg-app-desk px-(--pane) pt-4.5 text-[.75rem] text-ink-2 reading:grid max-md:grid-rows-[minmax(0,1fr)] md:grid-cols-[1.2fr_1fr] xl:grid-cols-[1.3fr_1fr] xl:gap-7 low:grid-cols-[19.5rem_1fr]"
      aria-hidden="true"
      translate="no"
    >
      <div className="grid min-h-0 content-start gap-2.5 max-md:grid-rows-[auto_minmax(0,1fr)]">
        <p className="flex justify-between font-medium">
          Reading {scope.name}
          <span className="font-normal">{`page ${scope.page} of ${scope.pages}`}</span>
        </p>
        {/* On a phone the page is scrolled to the marked phrases. */}
        <div className="max-md:mb-5 max-md:overflow-clip max-md:border max-md:border-slide-light">
          <div className="max-md:-mt-[14cqw] max-md:max-[22.5rem]:-mt-[23cqw]">
            <ScopePage />
          </div>
        </div>
      </div>
      <div className="hidden min-w-0 md:block">
        <p className="mb-2.5 truncate font-medium">
          Reading <TemplateName />
        </p>
        <div className="mb-3.5 grid grid-cols-2 gap-3 low:grid-cols-3 leading-[1.9]">
          <TemplateLayouts named />
        </div>
        <Facts rows={template.rules} />
      </div>
    </div>
  );
}
