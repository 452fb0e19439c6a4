import { deserialize } from 'flatgeobuf/lib/mjs/geojson.js';
import {
  checked,
  fromReference,
  ReadError,
  type ReadFeature,
  readLimits,
  type ReadResult,
} from './read-features.ts';

/** Reads FlatGeobuf in degrees or Web Mercator. */
export async function readFlatGeobuf(bytes: ArrayBuffer): Promise<ReadResult> {
  let reference = 4326;
  const features: ReadFeature[] = [];
  try {
    const all = deserialize(new Uint8Array(bytes), {
      headerMetaFn: ({ crs }) => (reference = crs?.code || 4326),
    });
    for await (const { geometry, properties } of all) {
      features.push({ type: 'Feature', geometry, properties });
      if (features.length > readLimits.features) break;
    }
  } catch (cause) {
    throw new ReadError('broken', cause instanceof Error ? cause.message : '');
  }
  return checked(fromReference(features, reference));
}
