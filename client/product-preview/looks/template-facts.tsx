import { files, template } from '../sample/engagement.ts';
import { looks } from '../sample/looks.ts';

/** The file of each ready look. */
const fileNames: Record<string, string> = {
  ours: files.template.name,
  office: 'Plain-office.pptx',
  midnight: 'Midnight.pptx',
};

/** The name of the template whose look is chosen. */
export function TemplateName() {
  return looks.map(({ id }) => (
    <span key={id} data-look={id}>
      {fileNames[id]}
    </span>
  ));
}

/** How much of the template was read. */
export function TemplateContents() {
  return `${template.layouts.length} layouts, ${files.template.colours} colours`;
}

/** A sample of each typeface of the look that is chosen, with its name. */
export function TypefaceSamples() {
  return (
    <div className="text-[.75rem] text-ink-3 leading-[1.375rem]">
      <p>
        <span className="slide-heading mr-2 text-[1.0625rem] text-ink">Aa</span>
        {looks.map(({ id, fonts }) => (
          <span key={id} data-look={id}>
            {fonts.heading}
          </span>
        ))}
      </p>
      <p>
        <span className="mr-2 text-[1.0625rem] text-ink [font-family:var(--deck-body)]">Aa</span>
        {looks.map(({ id, fonts }) => (
          <span key={id} data-look={id}>
            {fonts.body}
          </span>
        ))}
      </p>
    </div>
  );
}
