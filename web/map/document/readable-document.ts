import { MappingError } from '../../../wire/errors.ts';
import { layerIds } from './layer-ids.ts';
import {
  isGroupOfCollections,
  type LayerJson,
  layersIn,
  membersOf,
  type WebMapJson,
} from './web-map-json.ts';

/** Members of which every web map has one, also incomplete ones. */
const ownMembers = ['operationalLayers', 'baseMap', 'initialState', 'bookmarks', 'tables', 'version'];

/**
 * Rejects the data of an item that claims to be a web map but is something else, such as the definition of a layer: the
 * SDK would wait for it forever. An empty document is an empty map.
 * @throws MappingError `map:not-a-web-map`
 */
export function requireWebMap(data: unknown): void {
  if (data === null || data === undefined || data === '') return;
  const members = typeof data === 'object' && !Array.isArray(data) ? Object.keys(data) : ['none'];
  if (members.length === 0 || ownMembers.some((name) => members.includes(name))) return;
  throw new MappingError('map:not-a-web-map', 'This item does not contain a web map.', { status: 0 });
}

/**
 * A copy of a web map document that the SDK can read: with a version it knows, an id and a kind for each layer, and
 * without members that are not objects. Documents of other programs and of versions before 2 lack some of these. The
 * copy is only shown, never saved: saving starts from the document itself (`writeDocument`).
 */
export function readableDocument(document: unknown): unknown {
  if (typeof document !== 'object' || document === null) return document;
  const json = document as WebMapJson;
  const ids = layerIds(json);
  const { operationalLayers, baseMap, bookmarks, tables, ...rest } = json;
  return {
    ...structuredClone(rest),
    version: readableVersion(json.version),
    ...(operationalLayers && { operationalLayers: readableLayers(operationalLayers, ids) }),
    ...(baseMap && { baseMap: readableBasemap(baseMap) }),
    ...(bookmarks && { bookmarks: structuredClone(layersIn(bookmarks)) }),
    ...(tables !== undefined && { tables: structuredClone(layersIn(tables)) }),
  };
}

/**
 * The version to read a document by. Versions 0 and 1 differ from 2.0 by what they lack; later major versions are left
 * for the SDK to reject.
 */
function readableVersion(version: unknown): string {
  const [, major = 0, minor = 0] = /^\s*(\d+)\.(\d+)/.exec(String(version)) ?? [];
  return Number(major) < 2 ? '2.0' : `${major}.${minor}`;
}

function readableBasemap(baseMap: NonNullable<WebMapJson['baseMap']>): object {
  const { baseMapLayers, ...rest } = baseMap;
  return { ...structuredClone(rest), baseMapLayers: structuredClone(layersIn(baseMapLayers)) };
}

function readableLayers(layers: unknown, ids: ReadonlyMap<LayerJson, string>): LayerJson[] {
  return layersIn(layers).map((layer) => {
    const id = ids.get(layer) ?? '';
    const layerType = kindOf(layer);
    if (layer.layerType !== 'GroupLayer' || isGroupOfCollections(layer))
      return { ...structuredClone(layer), id, ...(layerType && { layerType }) };
    const { layers: _members, ...rest } = layer;
    return { ...structuredClone(rest), id, layers: readableLayers(membersOf(layer), ids) };
  });
}

/** Addresses of services and files, by which layers without a kind are recognised. */
const kinds: readonly [address: RegExp, layerType: string][] = [
  [/\/(FeatureServer|MapServer)\/\d+\/?$/i, 'ArcGISFeatureLayer'],
  [/\/FeatureServer\/?$/i, 'ArcGISFeatureLayer'],
  [/\/MapServer\/?$/i, 'ArcGISMapServiceLayer'],
  [/\/ImageServer\/?$/i, 'ArcGISImageServiceLayer'],
  [/\/VectorTileServer\/?$/i, 'VectorTileLayer'],
  [/\.km[lz]$/i, 'KML'],
  [/\.csv$/i, 'CSV'],
  [/\.geojson$/i, 'GeoJSON'],
];

/** A layer's kind: its `layerType`, in older documents its `type`, and in the oldest derived from its URL. */
function kindOf({ layerType, url, featureCollection, ...other }: LayerJson): string | undefined {
  if (layerType || other['type']) return layerType;
  if (featureCollection) return 'ArcGISFeatureLayer';
  const [address = ''] = typeof url === 'string' ? url.split(/[?#]/, 1) : [];
  return kinds.find(([pattern]) => pattern.test(address))?.[1];
}
