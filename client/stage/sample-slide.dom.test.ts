// @vitest-environment jsdom

import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import type { OwnTemplate } from './own-slides/own-template.ts';
import { firstChosen, slideOf } from './sample/slides.ts';
import { SampleMiniature, SampleSlideView } from './sample-slide.tsx';
import { change, currentState } from './state.ts';

const drawn: string[] = [];
const draw = {
  Slide: () => drawn.push('slide') && null,
  Miniature: () => drawn.push('miniature') && null,
};
const template = { draw } as unknown as OwnTemplate;

afterEach(() => vi.restoreAllMocks());

it('React draws a slide in view, and the same slide in small, once in a template', async () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 9, 9));
  Element.prototype.checkVisibility = () => true;
  const slide = slideOf(firstChosen);
  const place = document.createElement('div');
  const root = createRoot(place);
  root.render([
    createElement(SampleSlideView, { key: 1, slide, className: '' }),
    createElement(SampleMiniature, { key: 2, slide }),
  ]);
  await vi.waitFor(() => expect(place.querySelector('.miniature')).not.toBeNull());
  change({ template, look: 'own' });
  await vi.waitFor(() => expect(currentState().later).toBe(template));
  // React draws deferred updates in later tasks.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(drawn).toEqual(['slide', 'miniature']);
  root.unmount();
});
