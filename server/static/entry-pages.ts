import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import escapeHtml from 'escape-html';
import { locations } from '../../shared/build-output.ts';
import { type EntryDocument, type EntryView, entryElementId } from '../../shared/entry/page.ts';
import { entryPlaceholders, entryTemplates, templateOf } from '../../shared/entry/templates.ts';
import { scriptJson } from '../../shared/head.ts';
import { type PageConfig, placeholders } from '../../shared/page-config.ts';
import { entryPage } from '../../shared/pages.ts';
import { fillDocument } from './document.ts';

/** Returns the HTML of the page that shows a view of an entry. */
export type RenderEntry = (document: EntryDocument) => Promise<string>;

/** Returns the values that stand in a view’s template by their names. */
function valuesOf({ token, view }: EntryDocument): Readonly<Record<string, unknown>> {
  const facts = view.view === 'shown' ? view.facts.map(({ name, value }) => [name, value]) : [];
  return { ...view, ...Object.fromEntries(facts), token };
}

/** Fills one entry into a template. Escapes every value. */
export function fillEntry(template: string, document: EntryDocument): string {
  const json = `<script type="application/json" id="${entryElementId}">${scriptJson(document)}</script>`;
  const values = valuesOf(document);
  // One pass over the values, because a value could contain the placeholder of another.
  return template
    .replaceAll(entryPlaceholders, (_, name: string) => escapeHtml(String(values[name] ?? '')))
    .replace(placeholders.entry, () => json);
}

const fixedViews = ['removed', 'incomplete', 'ended'] as const;

/** Reads the templates of a build, and fills in the head and the contact address of this environment. */
export function createEntryPages(root: string, config: PageConfig): RenderEntry {
  const read = (view: EntryView): [string, string] => {
    const name = templateOf(view);
    const built = readFileSync(join(root, locations.pages, `${name}.html`), 'utf8');
    return [name, fillDocument(built, entryPage, config)];
  };
  const templates = new Map(entryTemplates.map(read));
  const fill = (document: EntryDocument): string => {
    const template = templates.get(templateOf(document.view));
    if (template === undefined) throw new Error(`no template ${templateOf(document.view)}`);
    return fillEntry(template, document);
  };
  /** The pages without a value, by their view. Anybody can ask for these pages, with a token that is made up. */
  const fixed = new Map<string, string>(
    fixedViews.map((view) => [view, fill({ token: '', view: { view } })]),
  );
  return async (document) => fixed.get(document.view.view) ?? fill(document);
}
