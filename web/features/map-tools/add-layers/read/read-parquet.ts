import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import {
  checked,
  fromReference,
  ReadError,
  type ReadFeature,
  readLimits,
  type ReadResult,
} from './read-features.ts';

/** The metadata that GeoParquet files have under the key `geo`, as far as it is used here. */
interface GeoMetadata {
  primary_column?: string;
  columns?: Record<string, { crs?: { id?: { authority?: string; code?: unknown } } | null }>;
}

/** Reads GeoParquet in degrees or Web Mercator. */
export async function readParquet(bytes: ArrayBuffer): Promise<ReadResult> {
  let rows: Record<string, unknown>[];
  let geo: GeoMetadata;
  let count: number;
  try {
    const metadata = await parquetMetadataAsync(bytes);
    const text = metadata.key_value_metadata?.find(({ key }) => key === 'geo')?.value;
    geo = JSON.parse(text ?? '{}') as GeoMetadata;
    count = Number(metadata.num_rows);
    rows =
      count > readLimits.features
        ? []
        : ((await parquetReadObjects({ file: bytes, metadata, compressors })) as Record<string, unknown>[]);
  } catch (cause) {
    throw new ReadError('broken', cause instanceof Error ? cause.message : '');
  }
  if (count > readLimits.features) throw new ReadError('count', String(count));
  const column = geo.primary_column ?? 'geometry';
  if (rows.length > 0 && !(column in (rows[0] ?? {}))) throw new ReadError('noGeometry');
  const features = rows.map(({ [column]: geometry, ...properties }): ReadFeature => ({
    type: 'Feature',
    geometry: isGeometry(geometry) ? geometry : null,
    properties: Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => !(name in (geo.columns ?? {})))
        .map(([name, value]) => [name, plain(value)]),
    ),
  }));
  return checked(fromReference(features, referenceOf(geo.columns?.[column]?.crs)));
}

/** Without one, coordinates are longitudes and latitudes (GeoParquet 1.1, `crs`). */
function referenceOf(crs: { id?: { authority?: string; code?: unknown } } | null | undefined): number {
  if (crs === undefined) return 4326;
  const { authority, code } = crs?.id ?? {};
  if (authority === 'OGC' && code === 'CRS84') return 4326;
  return authority === 'EPSG' ? Number(code) : 0;
}

function isGeometry(value: unknown): value is NonNullable<ReadFeature['geometry']> {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** Attributes are texts, numbers and dates; lists and structures become JSON. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  // The `infinity` of a database is later than any date.
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return null;
  return typeof value === 'object' && value !== null
    ? JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? Number(one) : one))
    : value;
}
