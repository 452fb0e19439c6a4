import type { UploadField, UploadLayer, UploadPreview } from '../../../wire/upload.ts';

/** A layer of a file, as ArcGIS describes it. */
export interface LayerInfo {
  name?: string;
  geometryType?: string;
  fields?: readonly (UploadField & { alias?: string })[];
}

/** `publishParameters` in the response to `content/features/analyze`; ArcGIS expects them back. */
export interface PublishParameters {
  name?: string;
  locationType?: 'coordinates' | 'address' | 'lookup' | 'none' | 'unknown';
  longitudeFieldName?: string;
  latitudeFieldName?: string;
  layerInfo?: LayerInfo;
  layers?: LayerInfo[];
  [other: string]: unknown;
}

/** https://developers.arcgis.com/rest/users-groups-and-items/analyze/ */
export interface AnalysedFile {
  publishParameters: PublishParameters;
  /** Sample rows: values in the order of the fields, or by their names. */
  records?: (readonly unknown[] | Readonly<Record<string, unknown>>)[];
}

interface Coordinates {
  coordinates?: { longitude: string; latitude: string } | 'none';
}

/**
 * Converts ArcGIS's analysis of a file to the preview that embedded portals send. ArcGIS describes tables with rows
 * and other formats without; it does not analyse every format.
 */
export function previewOf(analysed: AnalysedFile | undefined, chosen: Coordinates): UploadPreview {
  const nothing: UploadPreview = { format: 'geojson', layers: [], complete: false, notes: [] };
  if (!analysed) return nothing;
  const { publishParameters, records = [] } = analysed;
  const { layerInfo, layers, locationType, longitudeFieldName, latitudeFieldName } = publishParameters;
  const described = layers ?? (layerInfo ? [layerInfo] : []);
  const detected =
    locationType === 'coordinates' && longitudeFieldName && latitudeFieldName
      ? { longitude: longitudeFieldName, latitude: latitudeFieldName }
      : undefined;
  const coordinates = chosen.coordinates ?? detected;
  const isTable = locationType !== undefined;
  const placed = isTable ? (coordinates && coordinates !== 'none' ? 'esriGeometryPoint' : null) : undefined;
  const [first] = described;
  return {
    ...nothing,
    layers: described.map((layer, index) => toLayer(layer, index === 0 ? records : [], placed)),
    ...(isTable && {
      columns: (first?.fields ?? []).map(({ name }) => name),
      ...(detected && { coordinates: detected }),
    }),
  };
}

function toLayer(
  { name = '', geometryType, fields = [] }: LayerInfo,
  records: NonNullable<AnalysedFile['records']>,
  placed: string | null | undefined,
): UploadLayer {
  return {
    name,
    geometryType: placed === undefined ? (geometryType ?? null) : placed,
    fields: fields.map(({ name: field, type }) => ({ name: field, type })),
    featureCount: records.length,
    rows: records.map((record) =>
      fields.map(({ name: field }, index) =>
        toValue(Array.isArray(record) ? record[index] : (record as Record<string, unknown>)[field]),
      ),
    ),
  };
}

function toValue(value: unknown): string | number | null {
  if (typeof value === 'string' || typeof value === 'number') return value;
  return value === null || value === undefined ? null : JSON.stringify(value);
}
