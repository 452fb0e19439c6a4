import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { html } from './html.ts';

describe('html', () => {
  it('escapes every value, in text and in attributes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        const { document } = new JSDOM(html`<p title="${value}" lang="${value}">${value}</p>`.text).window;
        const [paragraph] = document.body.children;
        // The parser itself converts carriage returns and NUL.
        const plain = value.replaceAll(/[\r\0]/g, '');
        fc.pre(plain === value);
        expect(document.body.children).toHaveLength(1);
        expect(paragraph?.textContent).toBe(value);
        expect([paragraph?.getAttribute('title'), paragraph?.getAttribute('lang')]).toEqual([value, value]);
      }),
      { numRuns: 50 },
    );
  });

  it('keeps nested fragments and lists of them, and renders missing values as nothing', () => {
    const piece = html`<b>${1} & 2</b>`;
    expect(html`${piece}${[piece, piece]}${undefined}${false}`.text).toBe('<b>1 & 2</b>'.repeat(3));
  });
});
