import { describe, expect, test, vi } from 'vitest';
import { symbolsIn } from './portal-symbols.ts';

// Both load style sheets, which Node does not read.
vi.mock('@arcgis/core/symbols/support/symbolUtils.js', () => ({ renderPreviewHTML: vi.fn<() => void>() }));
vi.mock('@arcgis/core/identity/IdentityManager.js', () => ({ default: {} }));

const item = 'https://portal.example/sharing/rest/content/items/0123';
const style = {
  items: [
    {
      name: 'Star',
      title: 'A star',
      itemType: 'pointSymbol',
      tags: ['shape', 'night'],
      cimRef: './resources/styles/cim/Star.json',
      thumbnail: { href: './resources/styles/thumbnails/Star.png' },
    },
    { name: 'Embedded', cimRef: 'https://cdn.example/a.json', thumbnail: { imageData: 'iVBOR' } },
    { name: 'Tree', itemType: 'pointSymbol', webRef: './resources/styles/web/Tree.json' },
    { name: 'River', itemType: 'lineSymbol', cimRef: './river.json' },
    { name: 'Script', cimRef: 'javascript:alert(1)' },
    {},
  ],
};

describe('the symbols of a set', () => {
  test('of a web style are its two-dimensional point symbols', () => {
    expect(symbolsIn(style, item)).toEqual([
      {
        name: 'Star',
        title: 'A star',
        words: 'shape night',
        address: `${item}/resources/styles/cim/Star.json`,
        picture: `${item}/resources/styles/thumbnails/Star.png`,
      },
      {
        name: 'Embedded',
        title: 'Embedded',
        words: '',
        address: 'https://cdn.example/a.json',
        picture: 'data:image/png;base64,iVBOR',
      },
    ]);
    expect(symbolsIn(style, item, 'a b')[0]?.picture).toMatch(/Star\.png\?token=a(%20|\+)b$/);
  });

  test.each([
    'https://other.example/a.png',
    '../4567/resources/a.png',
    'https://portal.example.other.example/',
  ])('get the token only for pictures of the item, not at %s', (href) => {
    const items = [{ name: 'Star', cimRef: './Star.json', thumbnail: { href } }];
    expect(symbolsIn({ items }, item, 'secret')[0]?.picture).not.toContain('secret');
  });

  test('of a symbol set are its picture markers', () => {
    const pin = { type: 'esriPMS', name: 'Pin', imageData: 'iVBOR', contentType: 'image/png', width: 20 };
    expect(symbolsIn([pin, { type: 'esriSLS' }, { type: 'esriPMS', url: 'javascript:x' }], item)).toEqual([
      { name: '0', title: 'Pin', words: '', address: '', json: pin, picture: 'data:image/png;base64,iVBOR' },
      { name: '2', title: '3', words: '', address: '', json: { type: 'esriPMS', url: 'javascript:x' } },
    ]);
  });

  test.each([undefined, null, 'x', {}, { items: 'x' }, []])('of %j are none', (data) =>
    expect(symbolsIn(data, item)).toEqual([]),
  );
});
