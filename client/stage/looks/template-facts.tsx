import type { OwnTemplate } from '../own-slides/own-template.ts';
import { files, template } from '../sample/engagement.ts';
import { looks } from '../sample/looks.ts';
import { useChosenTemplate, useStageState } from '../state.ts';
import Palette from './palette.svg?react';

/** The file of each ready look. */
const fileNames = {
  ours: files.template.name,
  office: 'Plain-office.pptx',
  midnight: 'Midnight.pptx',
};

/** Shows the text of the look that is chosen. */
const TextOfLook = ({ texts }: { texts: Readonly<Record<string, string>> }) =>
  Object.entries(texts).map(([id, text]) => (
    <span key={id} data-look={id}>
      {text}
    </span>
  ));

/** Shows the file name of the template whose look is chosen. */
export function TemplateName() {
  const own = useStageState((state) => state.template?.name);
  return <TextOfLook texts={{ ...fileNames, ...(own && { own }) }} />;
}

/** Shows how many layouts and colours the template has. */
export function TemplateContents() {
  const layouts = useStageState((state) => state.template?.description.layoutCount);
  const contents = (count: number) =>
    `${count} ${count === 1 ? 'layout' : 'layouts'}, ${files.template.colours} colours`;
  const ready = looks.map(({ id }) => [id, contents(template.layouts.length)]);
  const texts = {
    ...Object.fromEntries(ready),
    ...(layouts !== undefined && { own: contents(layouts) }),
  };
  return <TextOfLook texts={texts} />;
}

/** Shows the five colours of the look that is chosen. */
export function TemplateColors() {
  const hasTemplate = useStageState((state) => state.template !== undefined);
  const variables = useChosenTemplate()?.variables;
  return (
    <div className="relative my-3" style={variables}>
      <Palette />
      {/* A colour of the visitor's template may be the colour of the pane. */}
      {hasTemplate && <i className="absolute inset-0 border border-edge" data-look="own" />}
    </div>
  );
}

/** The style of the sample of each typeface. */
const sampleStyles = { heading: 'slide-heading', body: '[font-family:var(--deck-body)]' };

type Use = keyof typeof sampleStyles;

const named = (name: string, isMissing: boolean) => (isMissing ? `${name}, in a stand-in` : name);

/** Returns the name of a typeface in each look. Says if a stand-in takes the place of the typeface. */
function typefaceTexts(use: Use, own: OwnTemplate | undefined): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const { id, fonts, ...look } of looks) texts[id] = named(fonts[use], 'standIns' in look);
  const name = own?.description.typefaces[use];
  if (name) texts.own = named(name, own.missing.includes(name));
  return texts;
}

/** Shows a sample of each typeface of the chosen look, with its name. */
export function TypefaceSamples() {
  const own = useStageState((state) => state.template);
  const variables = useChosenTemplate()?.variables;
  return (
    <div className="text-[.75rem] text-ink-3 leading-[1.375rem]" style={variables}>
      {(['heading', 'body'] as const).map((use) => (
        <p key={use} className="truncate">
          <span className={`mr-2 text-[1.0625rem] text-ink ${sampleStyles[use]}`}>Aa</span>
          <TextOfLook texts={typefaceTexts(use, own)} />
        </p>
      ))}
    </div>
  );
}
