import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feedbackAddress } from './addresses.ts';

const place = {
  org: 'demo',
  page: '/demo/map/wid/abc?x=1#at=1,2',
  lang: 'pt-BR',
  map: 'abc',
  lat: '51.5',
  lng: '',
  note: '',
};

describe('feedbackAddress', () => {
  it.each([
    ['https://forms.example/x', 'https://forms.example/x'],
    ['https://forms.example/{org}?m={map}&l={lang}', 'https://forms.example/demo?m=abc&l=pt-BR'],
    [
      'https://forms.example/?p={page}',
      'https://forms.example/?p=%2Fdemo%2Fmap%2Fwid%2Fabc%3Fx%3D1%23at%3D1%2C2',
    ],
    ['https://forms.example/?at={lat},{lng}&n={note}', 'https://forms.example/?at=51.5,&n='],
    ['https://forms.example/{org}/{org}/{other}', 'https://forms.example/demo/demo/{other}'],
  ])('fills %s', (template, address) => {
    expect(feedbackAddress(template, place)).toBe(address);
  });

  it('round-trips every value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (page) => {
        const address = new URL(
          feedbackAddress('https://forms.example/?p={page}&o={org}', { ...place, page }),
        );
        expect(address.searchParams.get('p')).toBe(page);
        expect(address.searchParams.get('o')).toBe('demo');
      }),
    );
  });
});
