import Palette from '../../illustrations/template/palette.svg?react';
import { files, template } from '../sample/engagement.ts';
import { looks } from '../sample/looks.ts';
import { useOwnTemplate } from './own-template.tsx';
import { readOf } from './template-state.ts';

/** The file of each ready look. */
export const fileNames = {
  ours: files.template.name,
  office: 'Plain-office.pptx',
  midnight: 'Midnight.pptx',
};

/** Shows the text of the look that is chosen. */
export const TextOfLook = ({ texts }: { texts: Readonly<Record<string, string>> }) =>
  Object.entries(texts).map(([id, text]) => (
    <span key={id} data-look={id}>
      {text}
    </span>
  ));

/** Shows the file name of the template whose look is chosen. */
export function TemplateName() {
  const read = readOf(useOwnTemplate().own);
  return <TextOfLook texts={{ ...fileNames, ...(read && { own: read.name }) }} />;
}

/** Shows how many layouts and colours the template has. */
export function TemplateContents() {
  const read = readOf(useOwnTemplate().own);
  const contents = (layouts: number) => `${layouts} layouts, ${files.template.colours} colours`;
  const ready = looks.map(({ id }) => [id, contents(template.layouts.length)]);
  const texts = { ...Object.fromEntries(ready), ...(read && { own: contents(read.layouts) }) };
  return <TextOfLook texts={texts} />;
}

/** Shows the five colours of the look that is chosen. */
export function TemplateColors() {
  const read = readOf(useOwnTemplate().own);
  return (
    <div className="relative my-3">
      <Palette />
      {/* A colour of the visitor's template may be the colour of the pane. */}
      {read && <i className="absolute inset-0 border border-edge" data-look="own" />}
    </div>
  );
}

/** Shows a sample of each typeface of the chosen look, with its name. Says if a stand-in takes the place of a typeface. */
export function TypefaceSamples() {
  const read = readOf(useOwnTemplate().own);
  const all = [
    ...looks.map(({ id, fonts }) => ({ id: id as string, fonts: fonts as Record<Use, string> })),
    ...(read ? [{ id: 'own', fonts: read.look.fonts }] : []),
  ];
  const missing = read?.missing ?? [];
  const named = (name: string) => (missing.includes(name) ? `${name}, in a stand-in` : name);
  // The words about the visitor's template need more room under the samples.
  const style = read ? { lineHeight: '1.1875rem' } : undefined;
  return (
    <div className="text-[.75rem] text-ink-3 leading-[1.375rem]" style={style}>
      {(['heading', 'body'] as const).map((use) => (
        <p key={use} className="truncate">
          <span className={`mr-2 text-[1.0625rem] text-ink ${sampleStyles[use]}`}>Aa</span>
          <TextOfLook
            texts={Object.fromEntries(all.map(({ id, fonts }) => [id, named(fonts[use])]))}
          />
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
