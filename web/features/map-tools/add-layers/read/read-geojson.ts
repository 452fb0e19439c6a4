import { checked, ReadError, type ReadResult } from './read-features.ts';

interface GeoJson {
  type?: string;
  features?: unknown[];
  geometry?: unknown;
}

/** Reads GeoJSON (RFC 7946): a collection, one feature, or a bare geometry. */
export function readGeoJson(text: string): ReadResult {
  let json: GeoJson;
  try {
    json = JSON.parse(text) as GeoJson;
  } catch (cause) {
    throw new ReadError('broken', cause instanceof Error ? cause.message : '');
  }
  if (json?.type === 'FeatureCollection' && Array.isArray(json.features)) return checked(json.features);
  if (json?.type === 'Feature') return checked([json]);
  if (typeof json?.type === 'string') return checked([{ type: 'Feature', geometry: json, properties: {} }]);
  throw new ReadError('broken');
}
