import { writeGeoJson } from '../geometry/geojson.ts';
import { objectIdField } from '../layer/layer.ts';
import { attributesOf } from './answer-json.ts';
import type { FeatureAnswer, FeaturesJson } from './query/feature-answer.ts';
import { geometryShaper } from './query/shape-geometry.ts';

/** Features as GeoJSON in WGS84, with `exceededTransferLimit` under `properties`, where GDAL and esri-leaflet read it. */
export function featuresAsGeoJson({ layer, fields, rows, output, exceeded }: FeatureAnswer): FeaturesJson {
  const shape = output && geometryShaper(output, layer.wkid);
  return {
    type: 'FeatureCollection',
    crs: { type: 'name', properties: { name: 'EPSG:4326' } },
    properties: { objectIdFieldName: objectIdField, ...(exceeded && { exceededTransferLimit: true }) },
    ...(exceeded && { exceededTransferLimit: true }),
    features: rows.map(({ objectId, values, geometry }) => {
      const shaped = geometry && shape ? shape(geometry) : null;
      return {
        type: 'Feature',
        id: objectId,
        geometry: shaped && writeGeoJson(shaped),
        properties: attributesOf(fields, values),
      };
    }),
  };
}
