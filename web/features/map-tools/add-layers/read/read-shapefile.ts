import { checked, ReadError, type ReadResult } from './read-features.ts';

interface Collection {
  features?: unknown[];
}

/** Reads a zip with one or more shapefiles, applying the projection file of each. */
export async function readShapefile(bytes: ArrayBuffer): Promise<ReadResult> {
  const { default: shp } = await import('shpjs');
  let read: unknown;
  try {
    read = await shp(bytes);
  } catch (cause) {
    throw new ReadError('broken', cause instanceof Error ? cause.message : '');
  }
  const collections = (Array.isArray(read) ? read : [read]) as Collection[];
  return checked(collections.flatMap(({ features = [] }) => features));
}
