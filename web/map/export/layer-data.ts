import type { MapModel } from '../map-model.ts';
import { sdkError } from '../sdk/sdk-error.ts';
import type { DataFormat, MadeFile } from './layer-features.ts';
export type { DataFormat, MadeFile } from './layer-features.ts';

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
): Promise<MadeFile> {
  const { features, title } = await featuresOf(model, layerId, options).catch((cause: unknown) => {
    throw sdkError(cause, 'layer:failed');
  });
  const { writeCsv, writeGeoJson, fileName } = await import('./write-data.ts');
  const content =
    format === 'csv'
      ? new Blob([writeCsv(features)], { type: 'text/csv;charset=utf-8' })
      : new Blob([writeGeoJson(features)], { type: 'application/geo+json' });
  return { name: fileName(title, format), content };
}

async function featuresOf(model: MapModel, layerId: string, options: Parameters<typeof layerData>[3]) {
  const sdk = await import('./layer-features.ts');
  return model.withInternals((internals) => sdk.layerFeatures(internals, layerId, options));
}
