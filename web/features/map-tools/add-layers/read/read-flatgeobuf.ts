import { deserialize } from 'flatgeobuf/lib/mjs/geojson.js';
import {
  checked,
  fromReference,
  ReadError,
  type ReadFeature,
  readLimits,
  type ReadResult,
} from './read-features.ts';

/** Signature and length of the header. */
const minBytes = 12;

/** Reads FlatGeobuf in degrees or Web Mercator. */
export async function readFlatGeobuf(bytes: ArrayBuffer): Promise<ReadResult> {
  // The library never returns if the header of a truncated file ends beyond the file.
  const headerBytes = bytes.byteLength >= minBytes ? new DataView(bytes).getUint32(8, true) : 0;
  if (headerBytes < 8 || headerBytes + minBytes > bytes.byteLength)
    throw new ReadError('broken', 'Not a FlatGeobuf file');
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
