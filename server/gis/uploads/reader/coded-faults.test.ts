import { describe, expect, test } from 'vitest';
import { toArray } from '../../../../testing/rig/to-array.ts';
import { MappingError } from '../../../../wire/errors.ts';
import { describeLayer } from '../../storage/describe-layer.ts';
import { encodeRows } from '../../storage/encode-rows.ts';
import type { SourceFeature } from '../../storage/service-input.ts';
import { uploadFault } from '../upload-source.ts';
import { placer } from './load-rows.ts';
import { codedFaults } from './messages.ts';

const layer = describeLayer({
  name: 'Trees',
  geometryType: 'esriGeometryPoint',
  fields: [{ name: 'height', type: 'esriFieldTypeDouble' }],
});

/** Errors of the storage for a feature of a file. */
async function refusal(feature: SourceFeature, wkid = 4326): Promise<MappingError> {
  const rows = encodeRows(layer, [[feature]], {
    now: 0,
    place: placer({ wkid }),
    nameOf: (_feature, number) => `line 7, feature ${number}`,
  });
  try {
    await toArray(rows.bytes);
  } catch (error) {
    if (error instanceof MappingError) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
}

const point = (...coordinates: unknown[]) => ({ type: 'Point', coordinates });

test('an error shows the beginning of long texts of the file, and where it is', () => {
  const error = uploadFault('no-column', { file: 'f'.repeat(1000), line: 7 }, { column: 'c'.repeat(1000) });
  const [file, column] = ['f'.repeat(200), 'c'.repeat(200)];
  expect(error.faults).toMatchObject([{ path: `${file}, line 7`, values: { column } }]);
  expect(error.message).toContain(`“${column}”`);
});

describe('errors found while features are written', () => {
  test('in a value name its field', async () => {
    const error = await refusal({ geometry: point(71, 51), properties: { height: 'tall' } });
    expect(error.message).toBe('Line 7, feature 1: The field height takes a number.');
    expect(codedFaults(error)).toEqual([
      {
        path: 'line 7, feature 1',
        message: 'The field height takes a number.',
        code: 'unfit-value',
        values: { reason: 'The field height takes a number' },
      },
    ]);
  });

  test('in a geometry name what is missing', async () => {
    const error = await refusal({ geometry: point('east'), properties: {} });
    expect(codedFaults(error)).toEqual([
      {
        path: 'line 7, feature 1',
        message: expect.stringContaining('Expected a position of two finite numbers.'),
        code: 'broken-geometry',
        values: { reason: expect.stringContaining('Expected a position of two finite numbers') },
      },
    ]);
  });

  test('with a location keep their code', async () => {
    const error = await refusal({ geometry: point(71, 99), properties: {} });
    expect(error.message).toMatch(/^Line 7, feature 1: The latitude 99 is outside −90 to 90/);
    expect(codedFaults(error)).toEqual([
      {
        path: 'line 7, feature 1',
        message: expect.stringMatching(/^The latitude 99 is outside/),
        code: 'latitude',
        values: { latitude: 99 },
      },
    ]);
    const east = await refusal({ geometry: point(5_500_000, 51), properties: {} });
    expect(codedFaults(east)).toMatchObject([{ code: 'longitude', values: { longitude: 5_500_000 } }]);
    const far = await refusal({ geometry: point(1e300, 0), properties: {} }, 3857);
    expect(codedFaults(far)).toMatchObject([{ path: 'line 7, feature 1', code: 'outside-reference' }]);
  });

  test('of any other kind are rethrown', () => {
    const [fault] = codedFaults(uploadFault('empty-file'));
    expect(fault).toEqual({ path: '', message: 'The file is empty.', code: 'empty-file' });
    expect(
      codedFaults(new MappingError('services:other', 'No.', { faults: [{ path: 'a', message: 'b' }] })),
    ).toEqual([{ path: 'a', message: 'b' }]);
  });
});
