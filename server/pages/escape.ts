import type { HeadTag } from '../../shared/head.ts';
import { escapeScriptJson, scriptJson } from '../../shared/script-json.ts';

/** The only place where a value becomes HTML. */

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Safe between tags and inside quoted attributes. */
export const escapeHtml = (value: string): string =>
  value.replace(/[&<>"']/g, (character) => entities[character] ?? character);

const attributes = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('');

/** One element of the head as HTML. */
export function headTagHtml(tag: HeadTag): string {
  switch (tag.tag) {
    case 'title':
      return `<title>${escapeHtml(tag.text)}</title>`;
    case 'script':
      return `<script${attributes(tag.attributes)}>${escapeScriptJson(tag.text)}</script>`;
    case 'meta':
    case 'link':
      return `<${tag.tag}${attributes(tag.attributes)}>`;
  }
}

/** A value as inert JSON, which the page’s scripts read and the browser never runs. */
export const inertJson = (id: string, value: unknown): string =>
  `<script type="application/json" id="${escapeHtml(id)}">${scriptJson(value)}</script>`;
