import type Graphic from '@arcgis/core/Graphic.js';
import type { LayerJson } from '../web-map-json.ts';
import { type AnyLayer, graphicsOf } from './layer-kinds.ts';

/** The collections of a notes layer, in the order and with the ids of ArcGIS viewers. */
const kinds = [
  {
    id: 0,
    name: 'Polygons',
    geometryType: 'esriGeometryPolygon',
    symbol: { type: 'esriSFS', style: 'esriSFSSolid' },
  },
  {
    id: 1,
    name: 'Polylines',
    geometryType: 'esriGeometryPolyline',
    symbol: { type: 'esriSLS', style: 'esriSLSSolid' },
  },
  {
    id: 3,
    name: 'Points',
    geometryType: 'esriGeometryPoint',
    symbol: { type: 'esriSMS', style: 'esriSMSCircle' },
  },
  { id: 4, name: 'Text', geometryType: 'esriGeometryPoint', symbol: { type: 'esriTS' } },
] as const;

const fields = [
  { name: 'OBJECTID', alias: 'OBJECTID', type: 'esriFieldTypeOID', nullable: false, editable: false },
  { name: 'title', alias: 'Title', type: 'esriFieldTypeString', nullable: true, editable: true, length: 255 },
];

/**
 * Drawings as map notes: a feature collection whose features carry their own symbols (web map specification,
 * `featureCollectionType: "notes"`), which every ArcGIS viewer opens.
 */
export function writeNotes(layer: AnyLayer): LayerJson {
  const graphics = graphicsOf(layer).flatMap((collection) => collection.toArray());
  return {
    id: layer.id,
    title: layer.title ?? '',
    layerType: 'ArcGISFeatureLayer',
    visibility: layer.visible,
    opacity: layer.opacity,
    featureCollectionType: 'notes',
    featureCollection: {
      showLegend: false,
      layers: kinds
        .map((kind) =>
          collection(
            kind,
            graphics.filter((graphic) => kindOf(graphic) === kind.id),
          ),
        )
        .filter(({ featureSet }) => featureSet.features.length > 0),
    },
  };
}

function collection(kind: (typeof kinds)[number], graphics: readonly Graphic[]) {
  const { id, name, geometryType, symbol } = kind;
  const spatialReference = graphics[0]?.geometry?.spatialReference.toJSON() as unknown;
  return {
    layerDefinition: {
      id,
      name,
      geometryType,
      objectIdField: 'OBJECTID',
      fields,
      spatialReference,
      drawingInfo: { renderer: { type: 'simple', symbol } },
    },
    featureSet: {
      geometryType,
      features: graphics.map((graphic, index) => ({
        geometry: graphic.geometry?.toJSON() as unknown,
        symbol: graphic.symbol?.toJSON() as unknown,
        attributes: { ...plain(graphic.attributes), OBJECTID: index + 1 },
        ...(graphic.popupTemplate && { popupInfo: graphic.popupTemplate.toJSON() as unknown }),
      })),
    },
  };
}

function kindOf({ geometry, symbol }: Graphic): number | undefined {
  if (geometry?.type === 'polygon' || geometry?.type === 'extent') return 0;
  if (geometry?.type === 'polyline') return 1;
  if (geometry?.type === 'point') return symbol?.type === 'text' ? 4 : 3;
  return undefined;
}

/** Attributes as JSON values. */
function plain(attributes: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries((attributes ?? {}) as object).filter(([, value]) =>
      ['string', 'number', 'boolean'].includes(typeof value),
    ),
  );
}
