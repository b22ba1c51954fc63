import type { EntryFacts, EntryView } from './page.ts';

/** Returns the placeholder that stands for a value in a prerendered template. */
export const entryPlaceholder = (name: string): string => `__entry_${name}__`;

/** Matches every placeholder of a value. The first group is the name. */
export const entryPlaceholders = /__entry_([A-Za-z]{1,20})__/g;

const facts: EntryFacts = {
  email: entryPlaceholder('email'),
  signedUp: entryPlaceholder('signedUp'),
  confirmed: null,
  keptUntil: entryPlaceholder('keptUntil'),
  notice: entryPlaceholder('notice'),
};
const confirmed = entryPlaceholder('confirmed');

/** Every view that has a template, with placeholders for its values. */
export const entryTemplates: readonly EntryView[] = [
  { view: 'shown', facts, allows: ['confirm', 'remove'] },
  { view: 'shown', facts: { ...facts, confirmed }, allows: ['remove'] },
  { view: 'confirmed', email: facts.email },
  { view: 'removed' },
  { view: 'ended' },
  { view: 'unavailable' },
];

/** Returns the name of the template that shows a view. */
export function templateOf(view: EntryView): string {
  if (view.view !== 'shown') return `entry-${view.view}`;
  const parts = [...view.allows, ...(view.facts.confirmed === null ? [] : ['confirmed'])];
  return `entry-shown-${parts.join('-')}`;
}
