import { columnNames } from '../signup/fields.ts';
import { type Entry, entryActions } from './entry.ts';
import { factsOf } from './facts.ts';
import type { EntryView } from './page.ts';

/** Returns the placeholder that stands for a value in a prerendered template. */
export const entryPlaceholder = (name: string): string => `__entry_${name}__`;

/** Matches every placeholder of a value. The first group is the name. */
export const entryPlaceholders = /__entry_([A-Za-z]{1,20})__/g;

const nothing = Object.fromEntries(columnNames.map((name) => [name, null])) as Entry['row'];

/** The facts of an entry, with a placeholder for each value. */
const facts = factsOf(
  { row: { ...nothing, created_at: '2026-01-01' }, noticeText: null },
  {},
  String,
).map((fact) => ({ ...fact, value: entryPlaceholder(fact.name) }));

/** Every view that has a template, with placeholders for its values. */
export const entryTemplates: readonly EntryView[] = [
  { view: 'shown', facts, allows: ['confirm', 'remove'] },
  { view: 'shown', facts, allows: ['remove'] },
  { view: 'confirmed', email: entryPlaceholder('email') },
  { view: 'removed' },
  ...entryActions.map((action) => ({ view: 'failed', action }) as const),
  { view: 'incomplete' },
  { view: 'ended' },
  { view: 'unavailable' },
];

/** Returns the name of the template that shows a view. */
export function templateOf(view: EntryView): string {
  if (view.view === 'shown') return `entry-shown-${view.allows.join('-')}`;
  return view.view === 'failed' ? `entry-failed-${view.action}` : `entry-${view.view}`;
}
