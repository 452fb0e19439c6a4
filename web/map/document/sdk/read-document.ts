import type Basemap from '@arcgis/core/Basemap.js';
import Viewpoint from '@arcgis/core/Viewpoint.js';
import type WebMap from '@arcgis/core/WebMap.js';
import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { memberAt } from '../../../../wire/json.ts';
import { recipeJson } from '../../analysis/recipes.ts';
import type { BasemapPair } from '../../map-source.ts';
import { ignoresTheme, memberOfPair } from '../../sdk/chosen-basemap.ts';
import { sublayersOf } from '../../sdk/sublayers.ts';
import { styleAddress } from '../../themed-basemap.ts';
import type { DocumentState } from '../known-layers.ts';
import { layerIds } from '../layer-ids.ts';
import { layerParts, partNames, withMember, withPart } from '../layer-parts.ts';
import { allLayers, type LayerFacts, type MapFacts } from '../map-facts.ts';
import type { LayerJson, WebMapJson } from '../web-map-json.ts';
import { writeDocument } from '../write-document.ts';
import { graphicsOf, type AnyLayer } from './layer-kinds.ts';
import { withOthers } from './label-members.ts';
import { writeNotes } from './write-notes.ts';

/** Maximum number of features stored in a web map; portals reject much larger documents. */
export const maxFeatures = 10_000;

/** Whether a layer's features exist only in this page, such as those of an opened file. */
function isInBrowserOnly(layer: AnyLayer): boolean {
  const address = layer.url ?? '';
  if (/^(blob|data):/.test(address)) return true;
  return layer.type === 'feature' && !address && 'source' in layer;
}

/** The layer's features as a feature collection of the web map. */
async function writeFeatures(layer: AnyLayer): Promise<LayerJson | undefined> {
  const source = layer as unknown as FeatureLayer;
  await source.load();
  const query = source.createQuery();
  query.where = '1=1';
  query.outFields = ['*'];
  query.returnGeometry = true;
  query.num = maxFeatures;
  const { features } = await source.queryFeatures(query);
  const geometryType = geometryTypes[source.geometryType ?? 'point'];
  const json: LayerJson = {
    id: layer.id,
    title: layer.title ?? '',
    layerType: 'ArcGISFeatureLayer',
    visibility: layer.visible,
    opacity: layer.opacity,
    ...recipeJson(layer),
    ...(source.labelingInfo && { showLabels: source.labelsVisible }),
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
            ...(source.definitionExpression && { definitionExpression: source.definitionExpression }),
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
  const parts = partsJson(layer);
  return parts ? partNames.reduce((result, part) => withPart(result, part, parts), json) : json;
}

const geometryTypes: Record<string, string> = {
  point: 'esriGeometryPoint',
  multipoint: 'esriGeometryMultipoint',
  polyline: 'esriGeometryPolyline',
  polygon: 'esriGeometryPolygon',
};

/** Specification version of documents created here. */
const version = '2.34';

/**
 * The open map as a document: the opened or last saved one with the changes since (`writeDocument`).
 * @param earlier documents before that one, the latest first
 */
export async function readDocument(
  view: MapView,
  opened: WebMapJson,
  before: MapFacts,
  now: MapFacts,
  { startHere, pair, earlier }: { startHere: boolean; pair: BasemapPair; earlier: readonly DocumentState[] },
): Promise<WebMapJson> {
  const map = view.map as WebMap;
  // Documents of older programs have no version.
  const isNew = Object.keys(opened).length === 0;
  const begun = isNew ? await newDocument(view, pair) : opened;
  const known = new Map(allLayers(before.layers).map((layer) => [layer.id, layer]));
  const contents = [before, ...earlier.map(({ facts }) => facts)].map(
    ({ layers }) => new Map(allLayers(layers).map(({ id, content }) => [id, content])),
  );
  const fresh = allLayers(now.layers).filter(
    ({ id, content }) => !contents.some((one) => one.get(id) === content),
  );
  const originals = new Map(
    [begun, ...earlier.map(({ document }) => document)]
      .toReversed()
      .flatMap((document) => [...layerIds(document)].map(([json, id]) => [id, json] as const)),
  );
  const layers = new Map<string, LayerJson>();
  for (const { id } of fresh) {
    const layer = map.allLayers.find((one) => one.id === id);
    const json = layer && (await writeLayer(layer as unknown as AnyLayer, originals.get(id)));
    if (json) layers.set(id, json);
  }
  const drawn = allLayers(now.layers).filter(({ id, style }) => known.get(id)?.style !== style);
  const configured = allLayers(now.layers).filter(({ id, parts }) =>
    partNames.some((part) => known.get(id)?.parts[part] !== parts[part]),
  );
  const parts = {
    layers,
    renderers: renderersOf(map, drawn),
    parts: partsOf(map, configured),
    ...(before.basemap !== now.basemap && { baseMap: await basemapJson(map, pair) }),
    ...(startHere && { viewpoint: viewpointJson(view) }),
  };
  return writeDocument(begun, before, now, parts, earlier);
}

/** The layer of a document with an id. */
export function layerIn(document: unknown, layerId: string): LayerJson | undefined {
  const ids = layerIds((document ?? {}) as WebMapJson);
  return [...ids].find(([, id]) => id === layerId)?.[0];
}

/** The renderers of some layers, by layer id. */
function renderersOf(map: WebMap, layers: readonly LayerFacts[]): Map<string, unknown> {
  return new Map(
    layers.flatMap(({ id }) => {
      const layer = map.allLayers.find((one) => one.id === id) as unknown as AnyLayer | undefined;
      return layer?.renderer ? [[id, layer.renderer.toJSON()] as const] : [];
    }),
  );
}

/** The JSON of some layers with their configured parts, by layer id. */
function partsOf(map: WebMap, layers: readonly LayerFacts[]): Map<string, object> {
  return new Map(
    layers.flatMap(({ id }) => {
      const layer = map.allLayers.find((one) => one.id === id) as unknown as AnyLayer | undefined;
      const json = layer && partsJson(layer);
      return json ? [[id, json] as const] : [];
    }),
  );
}

/** The JSON of forms that were designed here. */
const designedForms = new WeakMap<object, object>();

/** Writes a form as this JSON: the SDK would leave out members that it does not know. */
export function keepFormJson(template: object, json: object): void {
  designedForms.set(template, json);
}

export function designedForm(template: object): object | undefined {
  return designedForms.get(template);
}

/**
 * Writes a layer with its configured parts. The SDK writes no layers without an address: another one writes
 * for them.
 */
function partsJson(layer: AnyLayer): LayerJson | undefined {
  const { formTemplate, labelingInfo } = layer as unknown as FeatureLayer;
  const written = sdkPartsJson(layer);
  const labels = written && memberAt(written, labelsPath);
  const json = Array.isArray(labels)
    ? withMember(written ?? {}, labelsPath, withOthers(labels as object[], labelingInfo))
    : written;
  const form = designedForm(formTemplate ?? {});
  return json && form ? { ...json, formInfo: form } : json;
}

const [labelsPath] = layerParts.labelClasses.members;

function sdkPartsJson(layer: AnyLayer): LayerJson | undefined {
  if (!isInBrowserOnly(layer)) return writeBySdk(layer);
  const source = layer as unknown as Record<string, unknown>;
  const values = partNames
    .flatMap((part) => layerParts[part].properties.map((name) => [name, source[name]] as const))
    .filter(([, value]) => value !== undefined && value !== null);
  const writer = new FeatureLayer({ url: 'https://layer.invalid/FeatureServer/0' });
  Object.assign(writer, Object.fromEntries(values));
  const json = writeBySdk(writer as unknown as AnyLayer);
  writer.destroy();
  return json;
}

function writeBySdk(layer: AnyLayer): LayerJson | undefined {
  return layer.write?.(
    {},
    { origin: 'web-map', layerContainerType: 'operational-layers', messages: [], writtenProperties: [] },
  ) as LayerJson | undefined;
}

/** The required members of a document. */
async function newDocument(view: MapView, pair: BasemapPair): Promise<WebMapJson> {
  const map = view.map as WebMap;
  return {
    version,
    authoringApp: 'Mapping',
    authoringAppVersion: '1.0',
    operationalLayers: [],
    baseMap: (await basemapJson(map, pair)) ?? { title: '', baseMapLayers: [] },
    spatialReference: view.spatialReference?.toJSON() as unknown,
    initialState: { viewpoint: viewpointJson(view) },
  };
}

async function basemapJson({ basemap }: WebMap, pair: BasemapPair): Promise<WebMapJson['baseMap']> {
  if (!basemap) return undefined;
  const member = memberOfPair(basemap, pair);
  // Without an id, which would name one of the SDK's own basemaps.
  return {
    title: basemap.title ?? '',
    baseMapLayers: member ? [ownLayerJson(basemap, pair[member])] : await layersJson(basemap),
    ...(ignoresTheme(basemap, pair) && { ignoresTheme: true }),
  };
}

function ownLayerJson({ baseLayers }: Basemap, address: string): LayerJson {
  const layer = baseLayers.at(0);
  return {
    ...(layer && {
      id: layer.id,
      title: layer.title ?? '',
      visibility: layer.visible,
      opacity: layer.opacity,
    }),
    layerType: 'VectorTileLayer',
    styleUrl: styleAddress(address, location.origin),
  };
}

/** The SDK omits layers that have not been loaded. */
async function layersJson(basemap: Basemap): Promise<LayerJson[]> {
  const write = () => (basemap.toJSON() as NonNullable<WebMapJson['baseMap']>).baseMapLayers ?? [];
  const layers = write();
  if (layers.length === basemap.baseLayers.length + basemap.referenceLayers.length) return layers;
  await basemap.loadAll().catch(() => {});
  return write();
}

function viewpointJson({ rotation, scale, extent }: MapView): unknown {
  return new Viewpoint({ rotation, scale, targetGeometry: extent }).toJSON() as unknown;
}

/**
 * A layer in the web map specification's format; undefined if a web map cannot contain it. The SDK writes layers of
 * services and portals; those that exist only in this browser become feature collections.
 */
async function writeLayer(layer: AnyLayer, original?: LayerJson): Promise<LayerJson | undefined> {
  if (graphicsOf(layer).length > 0 || layer.type === 'graphics') return writeNotes(layer, original);
  if (isInBrowserOnly(layer)) return writeFeatures(layer);
  const json = writeBySdk(layer) ?? imageFileJson(layer);
  // Everything else that a map says of sublayers stays as its author wrote it.
  if (original && sublayersOf(layer).length > 0) return { visibleLayers: json?.['visibleLayers'] };
  return json && { ...json, id: layer.id, title: layer.title ?? '' };
}

/**
 * A GeoTIFF by its address, which the SDK opens like a tiled image service but writes only for services
 * (https://developers.arcgis.com/web-map-specification/objects/tiledImageServiceLayer/).
 */
function imageFileJson(layer: AnyLayer): LayerJson | undefined {
  if (layer.type !== 'imagery-tile' || !layer.url) return undefined;
  return {
    layerType: 'ArcGISTiledImageServiceLayer',
    url: layer.url,
    visibility: layer.visible,
    opacity: layer.opacity,
  };
}
