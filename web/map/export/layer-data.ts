import type { MapModel } from '../map-model.ts';
import type { DataFormat, MadeFile } from './data-types.ts';
export type { DataFormat, MadeFile } from './data-types.ts';

/**
 * The features of a layer that its filter shows, as a file: CSV with coordinates of points (RFC 4180, UTF-8 with a mark so
 * that spreadsheets read it), or GeoJSON (RFC 7946: WGS84).
 *
 * @param onProgress hears how many features are there
 * @throws MappingError `layer:too-large` above `exportLimit`; what the service says
 */
export async function layerData(
  model: MapModel,
  layerId: string,
  format: DataFormat,
  options: { signal: AbortSignal; onProgress?: (features: number) => void },
): Promise<MadeFile> {
  const sdk = await import('./layer-features.ts');
  const { features, title } = await model.reach((inside) => sdk.layerFeatures(inside, layerId, options));
  const { writeCsv, writeGeoJson, fileName } = await import('./write-data.ts');
  const content =
    format === 'csv'
      ? new Blob([writeCsv(features)], { type: 'text/csv;charset=utf-8' })
      : new Blob([writeGeoJson(features)], { type: 'application/geo+json' });
  return { name: fileName(title, format), content };
}
