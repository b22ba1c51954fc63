import { files, template } from '../sample/engagement.ts';
import { looks } from '../sample/looks.ts';
import { useOwnTemplate } from './own-template.tsx';

/** The file of each ready look. */
const fileNames: Record<string, string> = {
  ours: files.template.name,
  office: 'Plain-office.pptx',
  midnight: 'Midnight.pptx',
};

/** The name of the template whose look is chosen. */
export function TemplateName() {
  const { own } = useOwnTemplate();
  return (
    <>
      {looks.map(({ id }) => (
        <span key={id} data-look={id}>
          {fileNames[id]}
        </span>
      ))}
      {own.state === 'read' && <span data-look="own">{own.name}</span>}
    </>
  );
}

/** How much of the template was read. */
export function TemplateContents() {
  const { own } = useOwnTemplate();
  const contents = (layouts: number) => `${layouts} layouts, ${files.template.colours} colours`;
  return (
    <>
      {looks.map(({ id }) => (
        <span key={id} data-look={id}>
          {contents(template.layouts.length)}
        </span>
      ))}
      {own.state === 'read' && <span data-look="own">{contents(own.layouts)}</span>}
    </>
  );
}

/** A sample of each typeface of the look that is chosen, with its name. A typeface that is not here is named. */
export function TypefaceSamples() {
  const { own } = useOwnTemplate();
  const all = [
    ...looks.map(({ id, fonts }) => ({ id: id as string, fonts: fonts as Record<Use, string> })),
    ...(own.state === 'read' ? [{ id: 'own', fonts: own.look.fonts }] : []),
  ];
  const missing = own.state === 'read' ? own.missing : [];
  const named = (name: string) => (missing.includes(name) ? `${name}, in a stand-in` : name);
  return (
    <div className="text-[.75rem] text-ink-3 leading-[1.375rem]">
      {(['heading', 'body'] as const).map((use) => (
        <p key={use} className="truncate">
          <span className={`mr-2 text-[1.0625rem] text-ink ${sampleStyles[use]}`}>Aa</span>
          {all.map(({ id, fonts }) => (
            <span key={id} data-look={id}>
              {named(fonts[use])}
            </span>
          ))}
        </p>
      ))}
    </div>
  );
}

type Use = 'heading' | 'body';

const sampleStyles: Record<Use, string> = {
  heading: 'slide-heading',
  body: '[font-family:var(--deck-body)]',
};
