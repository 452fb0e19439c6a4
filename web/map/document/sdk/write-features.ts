import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type { LayerJson } from '../web-map-json.ts';
import type { AnyLayer } from './layer-kinds.ts';

/** Features a web map may carry itself; a portal refuses documents that are much larger. */
export const mostFeatures = 10_000;

/** Whether a layer's features are nowhere but in this page, such as those of an opened file. */
export function isInBrowserOnly(layer: AnyLayer): boolean {
  const address = layer.url ?? '';
  if (/^(blob|data):/.test(address)) return true;
  return layer.type === 'feature' && !address && 'source' in layer;
}

/** The layer's features as a feature collection of the web map. */
export async function writeFeatures(layer: AnyLayer): Promise<LayerJson | undefined> {
  const source = layer as unknown as FeatureLayer;
  await source.load();
  const query = source.createQuery();
  query.where = '1=1';
  query.outFields = ['*'];
  query.returnGeometry = true;
  query.num = mostFeatures;
  const { features } = await source.queryFeatures(query);
  const geometryType = geometryTypes[source.geometryType ?? 'point'];
  return {
    id: layer.id,
    title: layer.title ?? '',
    layerType: 'ArcGISFeatureLayer',
    visibility: layer.visible,
    opacity: layer.opacity,
    ...(source.popupTemplate && { popupInfo: source.popupTemplate.toJSON() as unknown }),
    featureCollection: {
      showLegend: source.legendEnabled,
      layers: [
        {
          id: `${layer.id}-0`,
          title: layer.title ?? '',
          layerDefinition: {
            name: layer.title ?? '',
            geometryType,
            objectIdField: source.objectIdField,
            fields: source.fields.map((field) => field.toJSON() as unknown),
            spatialReference: features[0]?.geometry?.spatialReference.toJSON() as unknown,
            drawingInfo: { renderer: source.renderer?.toJSON() as unknown },
          },
          featureSet: {
            geometryType,
            features: features.map(({ geometry, attributes }) => ({
              geometry: geometry?.toJSON() as unknown,
              attributes: attributes as unknown,
            })),
          },
        },
      ],
    },
  };
}

const geometryTypes: Record<string, string> = {
  point: 'esriGeometryPoint',
  multipoint: 'esriGeometryMultipoint',
  polyline: 'esriGeometryPolyline',
  polygon: 'esriGeometryPolygon',
};
