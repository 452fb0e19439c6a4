import { describe, expect, it } from 'vitest';
import { addressOf, readable } from '../layers/fields.ts';
import { usefulTags } from './element.ts';
import { joinPieces } from './join-pieces.ts';
import { clean, namesOf } from './names.ts';

describe('usefulTags', () => {
  it('drops mappers, edit times and contact details', () => {
    const tags = {
      '@user': 'someone',
      '@uid': 1,
      '@timestamp': 2,
      phone: '1',
      'contact:email': 'a@b',
      source: 'Bing',
      name: ' Abay ',
    };
    expect(usefulTags(tags)).toEqual({ name: 'Abay' });
  });
});

describe('namesOf', () => {
  it('keeps the languages of the city and English', () => {
    expect(
      namesOf({ name: 'Ишим', 'name:kk': 'Есіл', 'name:en': 'Ishim River', 'name:ja': 'イシム川' }),
    ).toEqual({
      name: 'Ишим',
      'name:kk': 'Есіл',
      'name:en': 'Ishim River',
    });
    expect(namesOf({})).toEqual({});
  });

  it.each([
    ['  Бизнес   центр ', 'Бизнес центр'],
    ['"Керуен"', 'Керуен'],
    ['ЖК "Саранда"', 'ЖК "Саранда"'],
    ['', undefined],
  ])('cleans %s', (text, expected) => {
    expect(clean(text)).toBe(expected);
  });
});

describe('joinPieces', () => {
  it('joins a polygon along the edge of two tiles', () => {
    const box = (left: number) => [
      [
        [left, 0],
        [left + 10, 0],
        [left + 10, 10],
        [left, 10],
        [left, 0],
      ] as [number, number][],
    ];
    const joined = joinPieces([
      { type: 'polygons', polygons: [box(0)] },
      { type: 'polygons', polygons: [box(10)] },
    ]);
    expect(joined.type).toBe('Polygon');
    const xs = (joined.coordinates as number[][][])[0]?.map(([x]) => x ?? NaN);
    expect([Math.min(...(xs ?? [])), Math.max(...(xs ?? []))]).toEqual([0, 20]);
  });
});

describe('fields', () => {
  it('have readable names', () => {
    expect(readable('multi-storey_car;x')).toBe('Multi-storey car');
    expect(addressOf({ 'addr:street': 'улица Достык', 'addr:housenumber': '5' })).toBe('улица Достык, 5');
    expect(addressOf({ 'addr:housenumber': '5' })).toBeUndefined();
  });
});
