import Viewpoint from '@arcgis/core/Viewpoint.js';
import type MapView from '@arcgis/core/views/MapView.js';
import type WebMap from '@arcgis/core/WebMap.js';
import { allLayers, type MapFacts } from '../map-facts.ts';
import type { LayerJson, WebMapJson } from '../web-map-json.ts';
import { writeDocument } from '../write-document.ts';
import type { AnyLayer } from './layer-kinds.ts';
import { writeLayer } from './write-layer.ts';

/** Version of the specification that documents begun here follow. */
const version = '2.34';

/** The open map as a document: the one that was opened, with what was changed since (`writeDocument`). */
export async function readDocument(
  view: MapView,
  opened: WebMapJson,
  before: MapFacts,
  now: MapFacts,
  startHere: boolean,
): Promise<WebMapJson> {
  const map = view.map as WebMap;
  const begun = opened.version ? opened : { ...newDocument(view), ...opened };
  const known = new Map(allLayers(before.layers).map((layer) => [layer.id, layer]));
  const fresh = allLayers(now.layers).filter(({ id, content }) => known.get(id)?.content !== content);
  const layers = new Map<string, LayerJson>();
  for (const { id } of fresh) {
    const layer = map.allLayers.find((one) => one.id === id);
    const json = layer && (await writeLayer(layer as unknown as AnyLayer));
    if (json) layers.set(id, json);
  }
  return writeDocument(begun, before, now, {
    layers,
    ...(before.basemap !== now.basemap && { baseMap: basemapJson(map) }),
    bookmarks: map.bookmarks?.map((bookmark) => bookmark.toJSON() as unknown).toArray() ?? [],
    ...(startHere && { viewpoint: viewpointJson(view) }),
  });
}

/** What a document must have from the start. */
function newDocument(view: MapView): WebMapJson {
  const map = view.map as WebMap;
  return {
    version,
    authoringApp: 'Mapping',
    authoringAppVersion: '1.0',
    operationalLayers: [],
    baseMap: basemapJson(map) ?? { title: '', baseMapLayers: [] },
    spatialReference: view.spatialReference?.toJSON() as unknown,
    initialState: { viewpoint: viewpointJson(view) },
  };
}

function basemapJson({ basemap }: WebMap): WebMapJson['baseMap'] {
  const json = basemap?.toJSON() as WebMapJson['baseMap'];
  // Without an id: it names one of the SDK's own basemaps, and this one may be ours.
  return json && { title: basemap?.title ?? '', baseMapLayers: json.baseMapLayers ?? [] };
}

function viewpointJson({ rotation, scale, extent }: MapView): unknown {
  return new Viewpoint({ rotation, scale, targetGeometry: extent }).toJSON() as unknown;
}
