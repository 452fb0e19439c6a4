import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placeRow } from '../../../../testing/rig/place-row.ts';
import { groundDistance, type LonLat, toWebMercator } from '../../../../wire/geometry/web-mercator.ts';
import type { Place } from '../place.ts';
import { choose } from './reverse-geocode.ts';
import type { StreetRow } from '../reverse/reverse-store.ts';

const here: LonLat = { longitude: 71.43, latitude: 51.13 };
const metre = 1 / 111_319.49;
const north = (metres: number): LonLat => ({ ...here, latitude: here.latitude + metres * metre });
const any = () => true;
const none = { near: [], streets: [], areas: [] };

const place = (kind: Place['kind'], metres: number, more: Partial<Place> = {}) =>
  placeRow({ kind, names: [kind], ...north(metres), ...more });
const street = (metres: number, middle = north(5_000)): StreetRow => {
  const { x, y } = toWebMercator(north(metres));
  return { ...placeRow({ kind: 'street', names: ['street'], ...middle }), near_x: x, near_y: y };
};
const chosen = (
  round: Partial<Parameters<typeof choose>[1]>,
  wanted: Parameters<typeof choose>[2] = any,
  within?: number,
) => choose(here, { ...none, ...round }, wanted, within)?.place.kind;

describe('choosing a place', () => {
  test('finds nothing where there is nothing', () => expect(chosen({})).toBeUndefined());

  test.each<[string, number, string | undefined]>([
    ['poi', 24, 'poi'],
    ['poi', 26, undefined],
    ['address', 59, 'address'],
    ['address', 61, undefined],
  ])('of a %s %i m away returns %s', (kind, metres, response) =>
    expect(chosen({ near: [place(kind as Place['kind'], metres)] })).toBe(response),
  );

  test('measures a street from its nearest point, not from its middle', () => {
    expect(chosen({ streets: [street(89)] })).toBe('street');
    expect(chosen({ streets: [street(91)] })).toBeUndefined();
    const found = choose(here, { ...none, streets: [street(40)] }, any);
    expect(found?.distance).toBeCloseTo(40, 0);
    expect(found?.at.latitude).toBeCloseTo(north(40).latitude, 6);
  });

  test('prefers the nearest in the measure of its kind', () => {
    // 10 of 25 m against 20 of 60 m.
    expect(chosen({ near: [place('poi', 10), place('address', 20)] })).toBe('address');
    expect(chosen({ near: [place('poi', 5), place('address', 20)] })).toBe('poi');
    expect(chosen({ near: [place('address', 50)], streets: [street(10)] })).toBe('street');
  });

  test('falls back to the district, then the city', () => {
    const areas = [place('neighbourhood', 1_400), place('city', 20_000, { population: 1_300_000 })];
    expect(chosen({ areas })).toBe('city');
    expect(chosen({ areas: areas.slice(0, 1) })).toBe('neighbourhood');
    expect(chosen({ near: [place('address', 59)], areas })).toBe('address');
  });

  test('gives a large city more reach than a village, both limited', () => {
    expect(chosen({ areas: [place('city', 5_000, { population: 100 })] })).toBeUndefined();
    expect(chosen({ areas: [place('city', 2_900, {})] })).toBe('city');
    expect(chosen({ areas: [place('city', 30_000, { population: 1_300_000 })] })).toBe('city');
    expect(chosen({ areas: [place('city', 61_000, { population: 30_000_000 })] })).toBeUndefined();
  });

  test('returns only the requested kinds', () => {
    const round = {
      near: [place('poi', 1), place('address', 50)],
      streets: [street(80)],
      areas: [place('city', 100)],
    };
    expect(chosen(round, (type) => type === 'PointAddress')).toBe('address');
    expect(chosen(round, (type) => type === 'StreetName')).toBe('street');
    expect(chosen(round, (type) => type === 'Locality')).toBe('city');
    expect(chosen(round, () => false)).toBeUndefined();
  });

  test('uses a given distance in place of every reach', () => {
    expect(chosen({ near: [place('poi', 90)] }, any, 100)).toBe('poi');
    expect(chosen({ near: [place('address', 20)] }, any, 10)).toBeUndefined();
    // All kinds have the same measure then: the nearest of all.
    expect(chosen({ near: [place('poi', 10), place('address', 20)] }, any, 100)).toBe('poi');
  });

  test('returns the nearest of its kind, within reach', () => {
    const some = fc.array(
      fc.tuple(fc.constantFrom('poi' as const, 'address' as const), fc.integer({ min: 0, max: 150 })),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(some, fc.array(fc.integer({ min: 0, max: 150 }), { maxLength: 4 }), (near, streets) => {
        const rows = near.map(([kind, metres]) => place(kind, metres));
        const found = choose(
          here,
          { near: rows, streets: streets.map((metres) => street(metres)), areas: [] },
          any,
        );
        const within = { poi: 25, address: 60 };
        const reachable =
          near.some(([kind, metres]) => metres < within[kind] - 0.5) ||
          streets.some((metres) => metres < 89.5);
        expect(found !== undefined || !reachable).toBe(true);
        fc.pre(found !== undefined && found.place.kind !== 'street');
        if (!found) return;
        const { kind } = found.place;
        const distances = rows.filter((row) => row.kind === kind).map((row) => groundDistance(here, row));
        expect(found.distance).toBeCloseTo(Math.min(...distances), 6);
      }),
    );
  });
});
