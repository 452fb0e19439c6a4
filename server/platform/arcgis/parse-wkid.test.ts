import { expect, test } from 'vitest';
import { parseWkid } from './parse-wkid.ts';

const read = (value: unknown) => parseWkid(value, (problem) => new RangeError(problem));

test.each([
  [4326, 4326],
  ['4326', 4326],
  ['EPSG:3857', 3857],
  [{ wkid: 102100, latestWkid: 3857 }, 3857],
  ['{"wkid":"3857"}', 3857],
  [{ wkt: 'PROJCS["x",AUTHORITY["EPSG","2263"]]' }, 2263],
  [{}, undefined],
  ['', undefined],
])('%j is %j', (value, wkid) => expect(read(value)).toBe(wkid));

test.each([
  { wkid: { valueOf: 1, toString: 1 } },
  { latestWkid: [3857] },
  { wkid: true },
  { wkid: 1.5 },
  { wkt: 'no authority' },
  'none',
])('%j is invalid', (value) => expect(() => read(value)).toThrow(RangeError));
