import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../../../../testing/rig/property-seed.ts';
import { MappingError } from '../../../../wire/errors.ts';
import { Parameters } from '../../../platform/arcgis/parameters.ts';
import { readItemInput } from './item-input.ts';

/** What a request with this extent changes, or why it is refused. */
function read(text: string | undefined): { changes: object; faults: string[] } {
  try {
    return { changes: readItemInput(new Parameters({ extent: text })), faults: [] };
  } catch (error) {
    if (!(error instanceof MappingError)) throw error;
    return { changes: {}, faults: error.faults.map(({ path, message }) => `${path}: ${message}`) };
  }
}

describe('extent of an item', () => {
  test('is unchanged when it is not sent', () => {
    expect(read(undefined)).toEqual({ changes: {}, faults: [] });
  });

  test.each(['[]', '[[],[]]', ' [ ] '])('is removed by %j', (text) => {
    expect(read(text)).toEqual({ changes: { west: null, south: null, east: null, north: null }, faults: [] });
  });

  test.each([
    '[[71,51],[72,52]]',
    '71,51,72,52',
    ' 71 , 51 , 72 , 52 ',
    '[71,51,72,52]',
    '[[7.1e1,51.0],[72,52]]',
    ' [[71,51],[72,52]] ',
  ])('%s', (text) => {
    expect(read(text)).toEqual({ changes: { west: 71, south: 51, east: 72, north: 52 }, faults: [] });
  });

  test('may be a single point', () => {
    expect(read('[[71,51],[71,51]]').changes).toEqual({ west: 71, south: 51, east: 71, north: 51 });
  });

  test.each([
    '71,51,72',
    '71,51,72,52,53',
    '[[71,51]]',
    '{}',
    '[[1,2],[3,4],[5,6]]',
    '[[71,51],[72,"52"]]',
    '[[71,51],[72,null]]',
    '71,51,72,1e999',
    '71;51;72;52',
    'world',
    '{"xmin":71,"ymin":51,"xmax":72,"ymax":52}',
    '[[71,51],[72,52]',
    '[[[71,51],[72,52]]]',
    'NaN,NaN,NaN,NaN',
  ])('%s is rejected, with the expected format', (text) => {
    const { changes, faults } = read(text);
    expect(changes).toEqual({});
    expect(faults).toEqual([expect.stringMatching(/^extent: .*xmin,ymin,xmax,ymax/)]);
  });

  test.each(['72,51,71,52', '71,52,72,51'])('%s has its corners in the wrong order', (text) => {
    expect(read(text)).toEqual({ changes: {}, faults: [expect.stringContaining('south-west')] });
  });

  test('is the same as written by the SDK and by rest-js', () => {
    const degree = fc.double({ min: -180, max: 180, noNaN: true });
    fc.assert(
      fc.property(degree, degree, degree, degree, (a, b, c, d) => {
        const [west, east] = a < b ? [a, b] : [b, a];
        const [south, north] = c < d ? [c, d] : [d, c];
        const bySdk = read(
          JSON.stringify([
            [west, south],
            [east, north],
          ]),
        );
        expect(bySdk.faults).toEqual([]);
        expect(read([west, south, east, north].map((each) => JSON.stringify(each)).join())).toEqual(bySdk);
      }),
    );
  });

  test('is an extent, none, or one fault, for any value', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        // A blank one is absent.
        fc.pre(text.trim() !== '');
        const { changes, faults } = read(text);
        expect(Object.keys(changes).length === 4 ? 0 : 1).toBe(faults.length);
      }),
    );
  });
});
