import { expect, it } from 'vitest';
import { decision, followed, lines, titles } from './theatre-review.ts';

const numbersIn = (text: string) => (text.match(/\d+\.\d/g) ?? []).map(Number);

it('the bridge leads from the baseline to the target by the changes of the statement of work', () => {
  if (followed.exhibit.kind !== 'bridge') throw new Error('Slide 4 has no bridge.');
  const values = followed.exhibit.steps.map(({ value }) => Math.abs(value));
  expect([values[0], values.at(-1)]).toEqual(numbersIn(lines.baseline.text));
  expect(values.slice(1, -1)).toEqual(numbersIn(lines.changes.text));
  const changes = followed.exhibit.steps.slice(1, -1).reduce((sum, { value }) => sum + value, 0);
  expect(changes).toBeCloseTo(1.6);
  expect(titles.join()).toContain('1.6 hours');
});

it('the options of the decision have the hours and the costs of the statement of work', () => {
  if (decision.exhibit.kind !== 'options') throw new Error('Slide 8 has no options.');
  const hours = decision.exhibit.cards.map(({ figure }) => Number(figure));
  expect(hours).toEqual([5.8, 5.8 + 0.9, 7.4]);
  const costs = decision.exhibit.cards
    .slice(1)
    .flatMap(({ rows }) => numbersIn(rows[0]?.[1] ?? ''));
  expect(costs).toEqual(numbersIn(lines.cost.text));
});
