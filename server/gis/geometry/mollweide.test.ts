import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { projectorBetween } from './project.ts';
import { readSpatialReference } from './spatial-reference.ts';

const wkt = (shift = '') =>
  `PROJCS["x",GEOGCS["g",DATUM["d",SPHEROID["s",6378137,298.257]${shift}],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Mollweide"],UNIT["metre",1]]`;

/** Runs a function; an endless loop in it fails, instead of keeping all tests from ending. */
const ending = <Result>(run: () => Result) =>
  runInNewContext('run()', { run }, { timeout: 15_000 }) as Result;

test.each([
  [0, true],
  [89.999, true],
  [-90, true],
  [138.84, false],
  [-91, false],
])('the latitude %d has a place: %s', (latitude, expected) => {
  const project = projectorBetween(4326, readSpatialReference({ wkt: wkt() }, 'outSR') as number);
  const [x, y] = ending(() => project?.(Float64Array.of(9, latitude), 2) ?? []);
  expect([Number.isFinite(x), Number.isFinite(y)]).toEqual([expected, expected]);
});

test('a datum that is shifted beyond all numbers is rejected', () => {
  const read = () => readSpatialReference({ wkt: wkt(',TOWGS84[1E308,0,0]') }, 'outSR');
  expect(() => ending(read)).toThrow(expect.objectContaining({ status: 400 }));
});
