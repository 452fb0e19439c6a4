import { checked, ReadError, type ReadResult } from './read-features.ts';

interface Collection {
  features?: { properties?: Record<string, unknown> | null }[];
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
  const features = collections.flatMap((collection) => collection.features ?? []);
  return checked(features.map((feature) => ({ ...feature, properties: plain(feature.properties) })));
}

function plain(properties: Record<string, unknown> | null | undefined): Record<string, unknown> | null {
  if (!properties) return null;
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, plainValue(value)]));
}

/** The library reads an empty number as NaN, and a date, which has no time, as midnight of the device. */
function plainValue(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (!(value instanceof Date)) return value;
  if (Number.isNaN(value.getTime())) return null;
  const [year, month, day] = [value.getFullYear(), value.getMonth() + 1, value.getDate()].map(String);
  return `${year?.padStart(4, '0')}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
}
