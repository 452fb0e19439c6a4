import { expect, test } from 'vitest';
import type { HostedLayer } from '../layer/layer.ts';
import type { FeatureResponse } from './query/output.ts';
import { writeJsonFeatures } from './respond.ts';

const layer = { geometryType: null, wkid: 4326 } as unknown as HostedLayer;
const fields = [{ name: 'name', alias: 'Name', type: 'esriFieldTypeString', column: 'name' }];
const responseOf = (count: number) =>
  ({
    layer,
    fields,
    output: undefined,
    exceeded: false,
    rows: Array.from({ length: count }, (_none, n) => ({
      objectId: n,
      values: [`Ä ${n}`],
      geometry: null,
    })),
  }) as unknown as FeatureResponse;

test.each([0, 1, 2500])(
  'writes a page of %i features as the same text, indented or not, encoded before it is sent',
  async (count) => {
    const response = responseOf(count);
    for (const format of ['json', 'geojson'] as const) {
      const plain = await writeJsonFeatures(response, format);
      const readable = await writeJsonFeatures(response, format, { readable: true });
      expect(plain).toBeInstanceOf(Uint8Array);
      const read = JSON.parse(Buffer.from(plain).toString());
      expect(read.features).toHaveLength(count);
      expect(Buffer.from(plain).toString()).toBe(JSON.stringify(read));
      expect(Buffer.from(readable).toString()).toBe(JSON.stringify(read, undefined, 2));
    }
  },
);
