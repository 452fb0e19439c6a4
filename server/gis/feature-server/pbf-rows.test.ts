import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../testing/rig/long.ts';
import type { BinaryRow } from '../../platform/database/binary-rows.ts';
import { envelopeOf, esriTypes, type Geometry } from '../geometry/geometry.ts';
import { encodeWkb } from '../geometry/wkb.ts';
import type { Field } from '../layer/field.ts';
import type { HostedLayer } from '../layer/layer.ts';
import type { SpatialFilter } from '../storage/spatial-condition.ts';
import { featureRowsAsPbf } from './response-pbf.ts';
import { PbfRows, writesRows } from './pbf-rows.ts';
import type { GeometryOutput } from './query/output.ts';

const field = (type: Field['type']) => ({ name: type, alias: type, type, column: type }) as Field;
const longText = 'ä'.repeat(100);
const uuid = '123e4567-e89b-12d3-a456-426614174000';

function int8(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(value);
  return bytes;
}

function numberOf(size: number, write: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.alloc(size);
  write(bytes);
  return bytes;
}

/** Values as features have them, and as PostgreSQL sends them. */
const samples: [Field['type'], string | number | null, Buffer | null][] = [
  ['esriFieldTypeOID', 1, int8(1n)],
  ['esriFieldTypeOID', 5_000_000_000, int8(5_000_000_000n)],
  ...[0, -1, 32_767].map((value): (typeof samples)[number] => [
    'esriFieldTypeSmallInteger',
    value,
    numberOf(2, (bytes) => bytes.writeInt16BE(value)),
  ]),
  ...[0, -2_147_483_648, 2_147_483_647].map((value): (typeof samples)[number] => [
    'esriFieldTypeInteger',
    value,
    numberOf(4, (bytes) => bytes.writeInt32BE(value)),
  ]),
  ...[-9_007_199_254_740_991, -1, 9_007_199_254_740_991].map((value): (typeof samples)[number] => [
    'esriFieldTypeBigInteger',
    value,
    int8(BigInt(value)),
  ]),
  ['esriFieldTypeSingle', 0.1, numberOf(4, (bytes) => bytes.writeFloatBE(0.1))],
  ['esriFieldTypeDouble', -0.1, numberOf(8, (bytes) => bytes.writeDoubleBE(-0.1))],
  ['esriFieldTypeString', '', Buffer.alloc(0)],
  ['esriFieldTypeString', longText, Buffer.from(longText)],
  ['esriFieldTypeString', null, null],
  ['esriFieldTypeDate', 946_684_800_000, int8(0n)],
  ['esriFieldTypeDate', -1, int8(-946_684_800_001_000n)],
  ['esriFieldTypeGUID', uuid, Buffer.from(uuid.replaceAll('-', ''), 'hex')],
  ['esriFieldTypeDateOnly', '2000-01-02', numberOf(4, (bytes) => bytes.writeInt32BE(1))],
  ['esriFieldTypeTimeOnly', '00:00:01', int8(1_000_000n)],
];

/** A row among other bytes, as it is in what a connection receives. */
function rowOf(geometry: Geometry | null, values: readonly (Buffer | null)[]): BinaryRow {
  const columns = [int8(7n), geometry && encodeWkb(geometry), ...values];
  const lengths = columns.map((column) => column?.length ?? -1);
  let at = 3;
  const starts = columns.map((column) => (at += column?.length ?? 0) - (column?.length ?? 0));
  const bytes = Buffer.concat([Buffer.alloc(3), ...columns.map((column) => column ?? Buffer.alloc(0))]);
  return { bytes, starts, lengths, size: bytes.length - 3 };
}

const degrees = fc.tuple(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.double({ min: -90, max: 90, noNaN: true }),
);
const near = fc
  .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 }))
  .map(([x, y]) => [x / 1e5, y / 1e5]);
const positions = fc.oneof(degrees, near);

/** Geometries of a kind; their rings need not be valid. */
function geometries(kind: 'point' | 'polyline' | 'polygon') {
  const part = kind === 'point' ? { minLength: 1, maxLength: 1 } : { minLength: 2, maxLength: 9 };
  const parts = fc.array(fc.array(positions, part), { minLength: 1, maxLength: kind === 'point' ? 1 : 3 });
  return parts.map((each): Geometry => ({
    kind,
    hasZ: false,
    hasM: false,
    coordinates: Float64Array.from(each.flat(2)),
    parts: kind === 'point' ? [] : each.map(({ length }) => length),
  }));
}

const outputs = fc.record({
  wkid: fc.constantFrom(4326, 3857),
  quantization: fc.option(
    fc.record({
      simplify: fc.boolean(),
      grid: fc.record({
        originPosition: fc.constantFrom('upperLeft' as const, 'lowerLeft' as const),
        scale: fc.constantFrom(1e-7, 0.01, 1, 76),
        translate: fc.record({ x: fc.constantFrom(-180, 0, 1234.5), y: fc.constantFrom(0, 85) }),
      }),
    }),
  ),
});

describe.each(['point', 'polyline', 'polygon'] as const)('%s features', (kind) => {
  const layer = { geometryType: esriTypes[kind], wkid: 4326, hasZ: false, hasM: false } as HostedLayer;
  const fields = samples.map(([type]) => field(type));
  const values = samples.map(([, value]) => value);
  const responseOf = (output: Pick<GeometryOutput, 'wkid' | 'quantization'>) => ({
    layer,
    fields,
    output: { ...output, hasZ: false, hasM: false, maxAllowableOffset: 0, precision: undefined },
  });

  test('are written from stored bytes as from objects', () => {
    fc.assert(
      fc.property(fc.array(fc.option(geometries(kind)), { maxLength: 4 }), outputs, (shapes, output) => {
        const response = responseOf(output);
        expect(writesRows(response)).toBe(true);
        const written = new PbfRows(response, 10);
        written.begin();
        for (const shape of shapes)
          written.add(
            rowOf(
              shape,
              samples.map(([, , bytes]) => bytes),
            ),
            null,
          );
        const rows = shapes.map((geometry) => ({ objectId: 7, values, geometry }));
        expect(Buffer.concat(written.parts).toString('hex')).toBe(
          Buffer.from(featureRowsAsPbf({ ...response, rows, exceeded: false })).toString('hex'),
        );
      }),
      { numRuns: runs(100, 3000) },
    );
  });

  test('are left out if they do not meet the window, and counted', () => {
    fc.assert(
      fc.property(fc.array(geometries(kind), { maxLength: 6 }), (shapes) => {
        const box = { xmin: -60, ymin: -30, xmax: 60, ymax: 30 };
        const tested: Geometry[] = [];
        const isWest = ({ coordinates }: Geometry) => (coordinates[0] ?? 0) < 0;
        const space: SpatialFilter = {
          boxes: [box],
          decides: 'inside',
          test: (shape) => tested.push(shape) > 0 && isWest(shape),
        };
        const isInside = (shape: Geometry) => {
          const { xmin, ymin, xmax, ymax } = envelopeOf(shape);
          return xmin >= box.xmin && ymin >= box.ymin && xmax <= box.xmax && ymax <= box.ymax;
        };
        const expected = shapes.filter((shape) => isInside(shape) || isWest(shape));
        const written = new PbfRows({ ...responseOf({ wkid: 3857, quantization: null }), fields: [] }, 3);
        written.begin();
        for (const shape of shapes) written.add(rowOf(shape, []), space);
        expect([written.count, written.exceeded]).toEqual([
          Math.min(3, expected.length),
          expected.length > 3,
        ]);
        expect(tested).toHaveLength(shapes.filter((shape) => !isInside(shape)).length);
      }),
      { numRuns: runs(100, 3000) },
    );
  });
});
