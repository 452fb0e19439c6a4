import { describe, expect, it } from 'vitest';
import {
  compareWith,
  type FeatureChange,
  type FeatureJson,
  fieldDifferences,
  isSameAddition,
  isShapeChanged,
  mergedChange,
} from './waiting-changes.ts';

const mercator = { wkid: 102_100 };
const before: FeatureJson = {
  attributes: { OBJECTID: 5, name: 'Expo', shelter: 'no', width: 1.5, edited: 100 },
  geometry: { x: 7_900_000.123, y: 6_600_000, spatialReference: mercator },
};
const text = (label: string) => ({ label, type: 'esriFieldTypeString' });
const change: FeatureChange = {
  kind: 'update',
  url: 'https://maps.example/FeatureServer/0',
  layerTitle: 'Stops',
  title: 'Expo',
  objectIdField: 'OBJECTID',
  objectId: 5,
  values: { shelter: 'yes' },
  before,
  // `edited` is filled in by the service.
  fields: { name: text('Name'), shelter: text('Shelter'), width: text('Width') },
  shown: null,
  rollsBack: true,
};
const now = (attributes: object, geometry: object = before.geometry as object): FeatureJson => ({
  attributes: { ...before.attributes, ...attributes },
  geometry,
});

describe('a feature that is to be changed', () => {
  it.each([
    ['as it was opened', now({}), 'same'],
    ['with what its service fills in', now({ edited: 200 }), 'same'],
    ['in another format of numbers', now({ width: 1.500_000_01 }), 'same'],
    ['in the steps in which a service stores places', now({}, { x: 7_900_000.12, y: 6_600_000 }), 'same'],
    ['changed already, because only the response was lost', now({ shelter: 'yes', edited: 200 }), 'done'],
    ['changed in the same field', now({ shelter: 'broken' }), 'other'],
    ['changed in another field', now({ name: 'Expo 2' }), 'other'],
    ['emptied', now({ name: null }), 'other'],
    ['moved', now({}, { x: 7_900_001, y: 6_600_000 }), 'other'],
    ['gone', undefined, 'other'],
  ] as const)('is compared: %s', (_what, there, expected) => {
    expect(compareWith(change, there)).toBe(expected);
  });

  it('is compared in degrees also where it has a height above them', () => {
    const point = (x: number) => ({ x, y: 51, z: 900 });
    const opened = { ...change, before: { attributes: before.attributes, geometry: point(71) } };
    expect(compareWith(opened, now({}, point(71.000_000_01)))).toBe('same');
    expect(compareWith(opened, now({}, point(71.005)))).toBe('other');
  });

  it('is compared without measures that have no value', () => {
    const line = (measure: number | null) => ({ hasM: true, paths: [[[1, 2, measure]]] });
    const opened = { ...change, before: { attributes: before.attributes, geometry: line(Number.NaN) } };
    expect(compareWith(opened, now({}, line(null)))).toBe('same');
  });

  it('is as an earlier change has left it, whose response was lost', () => {
    const later = { ...change, values: { name: 'Expo 2' } };
    const sentBefore = now({ shelter: 'yes' });
    expect(compareWith(mergedChange(change, later, true), sentBefore)).toBe('same');
    expect(compareWith(mergedChange(change, later, false), sentBefore)).toBe('other');
  });

  it('is compared in degrees, and in all of its corners', () => {
    const line = (x: number) => ({
      paths: [
        [
          [71.4, 51.1],
          [x, 51.2],
        ],
      ],
      spatialReference: { wkid: 4326 },
    });
    const ofLine = { ...change, before: { ...before, geometry: line(71.5) } };
    expect(compareWith(ofLine, now({}, line(71.500_000_01)))).toBe('same');
    expect(compareWith(ofLine, now({}, line(71.500_01)))).toBe('other');
    expect(compareWith(ofLine, now({}, { paths: [[[71.4, 51.1]], [[71.5, 51.2]]] }))).toBe('other');
  });

  it('is compared only in what is known of it', () => {
    const partial = { ...change, before: { attributes: { OBJECTID: 5, shelter: 'no' } } };
    expect(compareWith(partial, now({ name: 'Expo 2' }, { x: 1, y: 1 }))).toBe('same');
    expect(compareWith(partial, now({ shelter: 'broken' }))).toBe('other');
  });

  it('that was to be deleted and is gone needs nothing', () => {
    const deletion = { ...change, kind: 'delete' as const, values: {} };
    expect(compareWith(deletion, undefined)).toBe('done');
    expect(compareWith(deletion, now({}))).toBe('same');
    expect(compareWith(deletion, now({ name: 'Expo 2' }))).toBe('other');
  });
});

it('a conflict names the fields that others have changed, and those of the change', () => {
  const there = now({ name: 'Expo 2', shelter: 'broken' }, { x: 1, y: 1 });
  expect(fieldDifferences(change, there).map(({ name, theirs, mine }) => [name, theirs, mine])).toEqual([
    ['name', 'Expo 2', undefined],
    ['shelter', 'broken', 'yes'],
  ]);
  expect(isShapeChanged(change, there)).toBe(true);
  expect(isShapeChanged(change, now({}))).toBe(false);
});

describe('a second change of a feature', () => {
  it('is merged with the first, against the feature as it was opened first', () => {
    const moved = { x: 1, y: 2 };
    const first = { ...change, geometry: moved };
    const second = { ...change, values: { name: 'Expo 3' }, before: now({ shelter: 'yes' }) };
    expect(mergedChange(first, second)).toMatchObject({
      kind: 'update',
      values: { shelter: 'yes', name: 'Expo 3' },
      geometry: moved,
      before,
    });
  });

  it('that deletes it leaves only the deletion', () => {
    const deletion = { ...change, kind: 'delete' as const, values: {}, before: now({ shelter: 'yes' }) };
    expect(mergedChange(change, deletion)).toEqual({ ...deletion, before });
  });
});

it('an equal feature is recognised where a layer knows no GlobalIDs of clients', () => {
  const { before: _none, ...added } = { ...change, kind: 'add' as const };
  const addition = { ...added, values: { name: 'New', shelter: null }, geometry: { x: 1, y: 2 } };
  const there = {
    attributes: { OBJECTID: 9, name: 'New', shelter: null, width: 3 },
    geometry: { x: 1, y: 2 },
  };
  expect(isSameAddition(addition, there)).toBe(true);
  expect(isSameAddition(addition, { ...there, geometry: { x: 1, y: 3 } })).toBe(false);
});
