import { describe, expect, it } from 'vitest';
import { TemplateRefused } from '../refusal.ts';
import { find, newBudget, parseXml, serialize, textIn } from './xml.ts';

const parse = (text: string) => parseXml(new TextEncoder().encode(text), 'part.xml', newBudget());
const refused = (text: string) => {
  try {
    parse(text);
  } catch (error) {
    return error instanceof TemplateRefused ? error.refusal.refused : error;
  }
  return;
};

describe('parseXml', () => {
  it.each(['constructor', '__proto__', 'toString', 'nbsp'])('&%s; is no entity', (name) => {
    expect(refused(`<a>&${name};</a>`)).toBe('damaged');
    expect(refused(`<a b="&${name};"/>`)).toBe('damaged');
  });

  it('parseXml refuses a document type', () => {
    expect(refused('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')).toBe('damaged');
  });

  it('parseXml reads XML’s own entities and character references', () => {
    expect(textIn(parse('<a>&lt;&amp;&#65;&#x42;</a>'))).toBe('<&AB');
  });

  it('parseXml ignores bytes after the last tag', () => {
    expect(find(parse('<a><b/></a>\u0000rest <'), 'b')).toBeDefined();
    expect(refused('<a><b></a>')).toBe('damaged');
  });

  it('parseXml reads UTF-16', () => {
    const text = '\ufeff<a>é</a>';
    const bytes = new Uint8Array(text.length * 2);
    for (const [at, letter] of [...text].entries())
      new DataView(bytes.buffer).setUint16(at * 2, letter.charCodeAt(0), true);
    expect(textIn(parseXml(bytes, 'part.xml', newBudget()))).toBe('é');
  });

  it('the tags of all parts share a budget', () => {
    const budget = newBudget();
    const bytes = new TextEncoder().encode(`<a>${'<b/>'.repeat(200_000)}</a>`);
    parseXml(bytes, 'one.xml', budget);
    expect(() => parseXml(bytes, 'other.xml', budget)).toThrow('too_much: other.xml');
  });

  it('parseXml refuses an element of more than 1,000 attributes', () => {
    const attributes = Array.from({ length: 1001 }, (_, at) => ` a${at}=""`).join('');
    expect(refused(`<a${attributes}/>`)).toBe('too_much');
  });

  it('parseXml refuses more attributes than the budget has', () => {
    const attributes = Array.from({ length: 1000 }, (_, at) => ` a${at}=""`).join('');
    expect(refused(`<a>${`<b${attributes}/>`.repeat(601)}</a>`)).toBe('too_much');
  });

  it('serialize writes a part as parseXml has read it', () => {
    const text = '<p:a xmlns:p="urn:p" b="1 &lt; 2 &amp; &quot;3&quot;"><p:c> d </p:c><p:e/></p:a>';
    expect(serialize(parse(text))).toBe(text);
  });
});
