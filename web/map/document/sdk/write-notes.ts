import Graphic from '@arcgis/core/Graphic.js';
import { type LayerJson, layersIn } from '../web-map-json.ts';
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
    id: 2,
    name: 'Multipoints',
    geometryType: 'esriGeometryMultipoint',
    symbol: { type: 'esriSMS', style: 'esriSMSCircle' },
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
 *
 * @param original the layer as it is in the document: its collections and features keep the members that other
 *   programs gave them
 */
export function writeNotes(layer: AnyLayer, original?: LayerJson): LayerJson {
  const collections = layersIn(original?.featureCollection?.layers) as Collection[];
  const parts = graphicsOf(layer).map((graphics) => graphics.toArray());
  if (collections.length > 0 && parts.length >= collections.length) {
    const kept = collections.map((one, index) => withGraphics(one, parts[index] ?? []));
    const added = written(parts.slice(collections.length).flat());
    return { featureCollection: { ...original?.featureCollection, layers: [...kept, ...added] } };
  }
  return {
    id: layer.id,
    title: layer.title ?? '',
    layerType: 'ArcGISFeatureLayer',
    visibility: layer.visible,
    opacity: layer.opacity,
    featureCollectionType: 'notes',
    featureCollection: { showLegend: false, layers: written(parts.flat()) },
  };
}

interface Collection extends LayerJson {
  featureSet?: { features?: Feature[]; [other: string]: unknown };
}

interface Feature {
  geometry?: unknown;
  symbol?: unknown;
  attributes?: Record<string, unknown>;
  popupInfo?: unknown;
}

function written(graphics: readonly Graphic[]): Collection[] {
  return kinds
    .map((kind) =>
      collection(
        kind,
        graphics.filter((graphic) => kindOf(graphic) === kind.id),
      ),
    )
    .filter(({ featureSet }) => featureSet.features.length > 0);
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
      features: graphics.map((graphic, index) => feature(graphic, { OBJECTID: index + 1 })),
    },
  };
}

function feature(graphic: Graphic, ids: Record<string, number>): Feature {
  return {
    geometry: graphic.geometry?.toJSON() as unknown,
    symbol: graphic.symbol?.toJSON() as unknown,
    attributes: { ...plain(graphic.attributes), ...ids },
    ...(graphic.popupTemplate && { popupInfo: graphic.popupTemplate.toJSON() as unknown }),
  };
}

/** A collection with these graphics: the unchanged ones as they were, changed ones with their other members. */
function withGraphics(original: Collection, graphics: readonly Graphic[]): Collection {
  const { objectIdField } = (original.layerDefinition ?? {}) as { objectIdField?: string };
  const idField = objectIdField ?? 'OBJECTID';
  const features = original.featureSet?.features ?? [];
  const left = new Set(features);
  const texts = new Map(features.map((one) => [one, JSON.stringify(read(one).toJSON())]));
  const take = (found: Feature | undefined) => {
    if (found) left.delete(found);
    return found;
  };
  // Unchanged ones first, so that none of them is taken for a changed one.
  const same = graphics.map((graphic) => {
    const text = JSON.stringify(graphic.toJSON());
    return take([...left].find((one) => texts.get(one) === text));
  });
  let next = Math.max(0, ...features.map(({ attributes }) => Number(attributes?.[idField]) || 0));
  const now = graphics.map((graphic, index) => {
    const unchanged = same[index];
    if (unchanged) return unchanged;
    const id = (graphic.attributes as Record<string, unknown> | null)?.[idField];
    const was = take([...left].find(({ attributes }) => id !== undefined && attributes?.[idField] === id));
    if (!was) return feature(graphic, { [idField]: ++next });
    const fresh = feature(graphic, {});
    return { ...was, ...fresh, attributes: { ...was.attributes, ...fresh.attributes } };
  });
  const isSame = now.length === features.length && now.every((one, index) => one === features[index]);
  return isSame ? original : { ...original, featureSet: { ...original.featureSet, features: now } };
}

/** As the SDK reads a note. */
function read({ geometry, symbol, attributes, popupInfo }: Feature): Graphic {
  return Graphic.fromJSON({ attributes, geometry, symbol, popupTemplate: popupInfo }) as Graphic;
}

function kindOf({ geometry, symbol }: Graphic): number | undefined {
  if (geometry?.type === 'polygon' || geometry?.type === 'extent') return 0;
  if (geometry?.type === 'polyline') return 1;
  if (geometry?.type === 'multipoint') return 2;
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
