import type { Deck, DeckSlide } from '../content.ts';

/** A deck with each kind of exhibit, for tests. */

const slide = (exhibit: DeckSlide['exhibit'], more: Partial<DeckSlide> = {}): DeckSlide => ({
  titles: ['Hubs cost more than they should', 'Hubs cost too much'],
  heading: { title: 'Cost', unit: 'index' },
  exhibit,
  alt: `Chart of ${exhibit.kind}`,
  soWhat: {
    label: 'So what',
    text: 'Close four hubs.',
    points: ['They are half empty', 'They cost 12% more'],
  },
  notes: ['First note', 'Second note'],
  ...more,
});

export const content: Deck = {
  title: 'A deck',
  description: 'Invented.',
  disclaimer: 'Illustrative. The engagement is invented.',
  slides: [
    slide({
      kind: 'lines',
      unit: 'FY23 = 100',
      categories: ['FY23', 'FY24', 'FY25'],
      upper: { name: 'Cost', values: [100, 109, 119] },
      lower: { name: 'Volume', values: [100, 103, 106] },
      callout: '13 points',
    }),
    slide({
      kind: 'columns',
      name: 'Units',
      columns: [
        { name: 'South 2', value: 16, isPale: false },
        { name: 'North 1', value: 4, isPale: true },
      ],
      limit: { value: 22, text: 'Built for 22' },
    }),
    slide({
      kind: 'bars',
      name: 'Share, %',
      bars: [
        { name: 'North 1', value: 25, isKey: true },
        { name: 'South 3', value: 2, isKey: false },
      ],
      callout: '79%',
    }),
    slide({
      kind: 'bridge',
      unit: '% of revenue',
      steps: [
        { name: 'Margin FY25', value: 6.1, kind: 'total' },
        { name: 'Hub cost', value: 2.6, kind: 'key' },
        { name: 'Linehaul', value: -0.9, kind: 'fall' },
        { name: 'Labour', value: 2.5, kind: 'rise' },
        { name: 'Margin FY28', value: 10.3, kind: 'total' },
      ],
      callout: '+4.2 points',
    }),
    slide({
      kind: 'coverage',
      heads: ['Region', 'Hubs', 'Stay', 'Cover'],
      rows: [
        { name: 'North', before: 3, after: 1, stays: 'North 3', cover: 96 },
        { name: 'South', before: 3, after: 2, stays: 'South 2 and 3', cover: 97 },
      ],
      total: { name: 'All', stays: 'Three hubs' },
      floor: { value: 95, text: 'Floor 95%' },
      ends: ['Floor', 'Cover'],
    }),
    slide({
      kind: 'payback',
      name: 'Cash',
      years: [
        { name: '', month: 0, value: 0 },
        { name: 'FY26', month: 12, value: -6 },
        { name: 'FY27', month: 24, value: 2.5 },
        { name: 'FY28', month: 36, value: 15.1 },
      ],
      breakEven: { month: 20.5, text: 'Month 21' },
    }),
    slide({
      kind: 'closures',
      periods: ['H1', 'H2'],
      head: 'Units a day',
      rows: [
        { name: 'North 1', from: 0, to: 0.6, isKey: true },
        { name: 'North 2', from: 0.4, to: 1, isKey: true },
        { name: 'Centre 1', from: 1, to: 2, isKey: false },
      ],
      moves: [
        { units: '7,000', share: '7.3%' },
        { units: '8,000', share: '8.3%' },
      ],
      limit: { label: 'Limit', value: '10%' },
    }),
    {
      ...slide({
        kind: 'options',
        cards: ['A', 'B', 'C'].map((key) => ({
          key,
          name: `Option ${key}`,
          detail: 'Some hubs close',
          figure: '8.0%',
          rows: [['One-off cost', '€4.6m']],
        })),
        figureLabel: 'margin',
        recommended: 'Recommended',
      }),
      decision: { label: 'Decision', text: 'Approve the plan.' },
    },
  ],
};
