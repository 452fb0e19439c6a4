import { loadCapability } from '../load-capability.ts';
import type { MapModel } from '../map-model.ts';
import { sdkError } from '../sdk/sdk-error.ts';

/** Export formats of a layer's features. */
export type DataFormat = 'csv' | 'geojson';

/** A file of features. */
export interface DataFile {
  name: string;
  content: Blob;
  /** The user's item that holds it, too. */
  itemId?: string;
}

const layerFeatures = loadCapability(async () => (await import('./layer-features.ts')).layerFeatures);

/**
 * The features of a layer that its filter shows, as a file: CSV with coordinates of points (RFC 4180, UTF-8 with a byte
 * order mark for spreadsheets), or GeoJSON (RFC 7946: WGS84).
 *
 * @param onProgress receives the number of loaded features
 * @param only ids of the features to export; default: all
 * @throws MappingError `layer:too-large` above `exportLimit`, `layer:failed`, `portal:*`
 */
export async function layerData(
  model: MapModel,
  layerId: string,
  format: DataFormat,
  options: {
    signal: AbortSignal;
    onProgress?: (features: number) => void;
    only?: readonly number[] | undefined;
  },
): Promise<DataFile> {
  const { features, title } = await layerFeatures(model, layerId, options).catch((cause: unknown) => {
    throw sdkError(cause, 'layer:failed');
  });
  const { writeCsv, writeGeoJson, fileName } = await import('./write-data.ts');
  const content =
    format === 'csv'
      ? new Blob([writeCsv(features)], { type: 'text/csv;charset=utf-8' })
      : new Blob([writeGeoJson(features)], { type: 'application/geo+json' });
  return { name: fileName(title, format), content };
}
