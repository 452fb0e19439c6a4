import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MappingError } from '../../../../wire/errors.ts';
import { ancestorAt, deepestZoom, readTileAddress } from './read-tile.ts';

const address = fc
  .integer({ min: 0, max: deepestZoom })
  .chain((z) => fc.record({ z: fc.constant(z), x: fc.nat(2 ** z - 1), y: fc.nat(2 ** z - 1) }));

function statusOf(read: () => unknown): number | undefined {
  try {
    read();
  } catch (error) {
    return error instanceof MappingError ? error.status : -1;
  }
  return undefined;
}

describe('readTileAddress', () => {
  it('reads every tile of the world as it is written', () => {
    fc.assert(
      fc.property(address, ({ z, x, y }) => {
        expect(readTileAddress({ z: String(z), y: String(y), x: `${x}.pbf` })).toEqual({ z, x, y });
      }),
    );
  });

  it('rejects anything else with 400 or 404, never with another error', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (z, y, x) => {
        const status = statusOf(() => readTileAddress({ z, y, x }));
        expect([undefined, 400, 404]).toContain(status);
      }),
    );
  });

  it.each([
    ['0', '0', '1.pbf', 404],
    ['0', '1', '0.pbf', 404],
    ['23', '0', '0.pbf', 404],
    ['1', '0', '0.png', 400],
    ['1', '-1', '0.pbf', 400],
    ['1', '0', '..%2f0.pbf', 400],
    ['1e1', '0', '0.pbf', 400],
  ])('rejects %s/%s/%s with %i', (z, y, x, status) => {
    expect(statusOf(() => readTileAddress({ z, y, x }))).toBe(status);
  });
});

describe('ancestorAt', () => {
  it('contains the tile', () => {
    fc.assert(
      fc.property(address, fc.nat(deepestZoom), (tile, up) => {
        const z = Math.max(0, tile.z - up);
        const above = ancestorAt(tile, z);
        const size = 2 ** (tile.z - z);
        expect(tile.x).toBeGreaterThanOrEqual(above.x * size);
        expect(tile.x).toBeLessThan((above.x + 1) * size);
        expect(tile.y).toBeGreaterThanOrEqual(above.y * size);
        expect(tile.y).toBeLessThan((above.y + 1) * size);
      }),
    );
  });
});
