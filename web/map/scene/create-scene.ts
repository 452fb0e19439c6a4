import Basemap from '@arcgis/core/Basemap.js';
import Ground from '@arcgis/core/Ground.js';
import ElevationLayer from '@arcgis/core/layers/ElevationLayer.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import WebMap from '@arcgis/core/WebMap.js';
import WebScene from '@arcgis/core/WebScene.js';
import { readableDocument } from '../document/readable-document.ts';
import { layersIn, type WebMapJson } from '../document/web-map-json.ts';
import type { MapInternals } from '../map-model.ts';
import { withSafeLinks } from '../safe-links.ts';
import { flatDocument } from './flat-document.ts';
import { savedHeights } from './heights.ts';
import { placeLabels } from './scene-layers.ts';

/**
 * A scene with the layers, tables and the basemap of a web map document. The SDK reads symbols of two
 * dimensions from web maps only, so the layers are read as those of a web map and moved; layers of an opened
 * web scene that were not changed since are read from that.
 */
export async function createScene(document: WebMapJson, internals: MapInternals): Promise<WebScene> {
  const { initialState: _viewpoint, ...shown } = withSafeLinks(readableDocument(document)) as WebMapJson;
  const saved = sceneLayers(document, internals.source.scene?.data);
  const others = layersIn(shown.operationalLayers).filter(({ id }) => !saved.has(id ?? ''));
  const [map, scene] = await Promise.all([
    load(WebMap.fromJSON({ ...shown, operationalLayers: others }) as WebMap),
    load(
      WebScene.fromJSON(
        withSafeLinks({ version: '1.36', operationalLayers: [...saved.values()] }),
      ) as WebScene,
    ),
  ]);
  const order = layersIn(shown.operationalLayers).map(({ id }) => id ?? '');
  const layers = [map, scene]
    .flatMap((one) => one.layers.removeAll())
    .toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id)) as Layer[];
  const tables = map.tables.removeAll();
  const basemap = map.basemap ?? copyOf(internals.view.map?.basemap);
  map.basemap = null;
  for (const one of [map, scene]) one.destroy();
  const ground = groundAt(internals.source.elevation);
  // A failed layer is reported in the session's state.
  const all = [...layers, ...tables, ...ground.layers.toArray()];
  await Promise.allSettled(all.map((layer) => layer.load()));
  placeLabels(layers);
  return new WebScene({ basemap, ground, layers, tables });
}

async function load<Opened extends WebMap | WebScene>(map: Opened): Promise<Opened> {
  await map.load();
  return map;
}

/** The layers of a web scene that the map still has unchanged, by id. Blocks are made from the layer's flat style. */
function sceneLayers(now: WebMapJson, scene: unknown): Map<string, object> {
  const known = new Map<string, object>();
  if (typeof scene !== 'object' || scene === null) return known;
  const heights = savedHeights(scene);
  const flat = new Map(layersIn(flatDocument(scene).operationalLayers).map((layer) => [layer.id, layer]));
  const text = new Map(layersIn(now.operationalLayers).map((layer) => [layer.id, JSON.stringify(layer)]));
  for (const layer of layersIn((scene as WebMapJson).operationalLayers)) {
    const { id = '' } = layer;
    if (!heights.get(id) && text.get(id) === JSON.stringify(flat.get(id))) known.set(id, layer);
  }
  return known;
}

/** A new map's basemap is not part of its document. */
function copyOf(basemap: Basemap | null | undefined): Basemap | null {
  return basemap ? (Basemap.fromJSON(basemap.toJSON()) as Basemap) : null;
}

function groundAt(elevation: string | undefined): Ground {
  return new Ground({ layers: elevation ? [new ElevationLayer({ url: elevation })] : [] });
}
