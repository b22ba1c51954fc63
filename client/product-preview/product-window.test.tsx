import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { stillParts } from '../entry/still-parts.ts';
import { Still, StillParts } from '../ui/still.tsx';
import { firstStep, steps } from './data.ts';
import { ProductWindow } from './product-window.tsx';

const prerendered = renderToString(
  <StillParts value={stillParts}>
    <ProductWindow />
  </StillParts>,
);
const fromScript = renderToString(<ProductWindow />);

describe('the prerendered product window', () => {
  it('offers every step as a radio input, with the first one chosen', () => {
    const values = [...prerendered.matchAll(/<input [^>]*value="(\w+)"/g)].map(
      ([, value]) => value,
    );
    expect(values).toEqual(steps.map(({ id }) => id));
    expect(prerendered.match(/<input [^>]*checked=""[^>]*>/g)).toHaveLength(1);
    expect(prerendered).toMatch(new RegExp(`<input [^>]*checked=""[^>]*value="${firstStep}"`));
  });

  it('describes every step by a caption that is there', () => {
    const described = [...prerendered.matchAll(/aria-describedby="([^"]+)"/g)].map(([, id]) => id);
    expect(described).toHaveLength(steps.length);
    for (const id of described) expect(prerendered).toContain(`<p id="${id}"`);
  });

  it('hides its body from assistive technology', () => {
    expect(prerendered).toMatch(/<div class="window-body" aria-hidden="true"><div/);
  });

  it('uses no id twice and no style attribute', () => {
    const ids = [...prerendered.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(prerendered).not.toContain('style=');
  });
});

describe('Still', () => {
  it('leaves the place empty where nobody prerenders, and the rest the same', () => {
    expect(fromScript).toContain('<div class="window-body" aria-hidden="true"></div>');
    const body = /<div class="window-body"[\s\S]*?<figcaption>/;
    expect(fromScript.replace(body, '')).toBe(prerendered.replace(body, ''));
  });

  it('draws only the part that it is given', () => {
    const html = renderToString(
      <StillParts value={{ other: () => 'other' }}>
        <Still part="this" className="place" load={async () => () => 'this'} />
      </StillParts>,
    );
    expect(html).toBe('<div class="place" aria-hidden="true"></div>');
  });
});
