import type Basemap from '@arcgis/core/Basemap.js';
import type Collection from '@arcgis/core/core/Collection.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import type Graphic from '@arcgis/core/Graphic.js';
import type WebMap from '@arcgis/core/WebMap.js';
import Bookmark from '@arcgis/core/webmap/Bookmark.js';
import { sublayersOf } from '../../sdk/sublayers.ts';
import { layerParts, partNames } from '../layer-parts.ts';
import {
  type AnyLayer,
  graphicsOf,
  membersOfGroup,
  type Placed,
  placedOf,
  placeMark,
} from './layer-kinds.ts';

/** A map's state by reference, so that it can be restored without loading anything. */
export interface Snapshot {
  basemap: Basemap | null | undefined;
  /** The basemap's layers: one of the map can have become its basemap. */
  below: { base: Layer[]; reference: Layer[] };
  layers: LayerMoment[];
}

interface LayerMoment {
  id: string;
  layer: AnyLayer;
  title: string | null | undefined;
  visible: boolean;
  opacity: number;
  definitionExpression: string | null | undefined;
  labelsVisible: boolean | undefined;
  renderer: AnyLayer['renderer'];
  /** Configured parts of the layer, by property. */
  parts: Map<string, unknown>;
  graphics: GraphicMoment[][];
  /** Where its pictures are. */
  places: { picture: Placed; georeference: Placed['georeference']; mark: string }[];
  /** Whether each sublayer of a service is shown, by id; empty before its description is loaded. */
  sublayers: Map<number, boolean>;
  members: LayerMoment[] | undefined;
}

type GraphicMoment = { graphic: Graphic } & Pick<Graphic, 'geometry' | 'symbol' | 'attributes'>;

export function takeSnapshot(map: WebMap): Snapshot {
  const { basemap } = map;
  return {
    basemap,
    below: {
      base: basemap?.baseLayers.toArray() ?? [],
      reference: basemap?.referenceLayers.toArray() ?? [],
    },
    layers: layerMoments(map.layers as unknown as Collection<AnyLayer>),
  };
}

const partProperties: readonly string[] = partNames.flatMap((part) => layerParts[part].properties);

function properties(layer: AnyLayer): Record<string, unknown> {
  return layer as unknown as Record<string, unknown>;
}

function layerMoments(layers: Collection<AnyLayer>): LayerMoment[] {
  return layers.toArray().map((layer) => {
    const members = membersOfGroup(layer);
    return {
      id: layer.id,
      layer,
      title: layer.title,
      visible: layer.visible,
      opacity: layer.opacity,
      definitionExpression: layer.definitionExpression,
      labelsVisible: layer.labelsVisible,
      renderer: layer.renderer,
      parts: new Map(partProperties.map((name) => [name, properties(layer)[name]])),
      graphics: graphicsOf(layer).map((graphics) =>
        graphics.toArray().map((graphic) => ({
          graphic,
          geometry: graphic.geometry,
          symbol: graphic.symbol,
          attributes: graphic.attributes as unknown,
        })),
      ),
      places: placedOf(layer).map((picture) => ({
        picture,
        georeference: picture.georeference?.clone(),
        mark: placeMark(picture),
      })),
      sublayers: shownSublayers(layer),
      members: members && layerMoments(members),
    };
  });
}

function shownSublayers(layer: AnyLayer): Map<number, boolean> {
  return new Map(sublayersOf(layer).map(({ id, visible }) => [id, visible]));
}

/** Restores a snapshot, changing only what differs: unchanged layers are not redrawn. */
export function restoreSnapshot(map: WebMap, snapshot: Snapshot, basemapDiffers: boolean): void {
  if (basemapDiffers && !snapshot.basemap?.destroyed) returnBasemap(map, snapshot);
  returnLayers(map.layers as unknown as Collection<AnyLayer>, snapshot.layers);
}

function returnBasemap(map: WebMap, { basemap, below }: Snapshot): void {
  map.basemap = basemap ?? null;
  if (!basemap) return;
  const parts = [
    [basemap.baseLayers, below.base],
    [basemap.referenceLayers, below.reference],
  ] as const;
  for (const [layers, wanted] of parts) {
    if (layers.length === wanted.length) continue;
    // A layer that was put back into the map has left the basemap.
    layers.removeAll();
    layers.addMany(wanted.filter(({ destroyed }) => !destroyed));
  }
}

/**
 * Restores the bookmarks. They are kept as JSON, because the SDK's panel changes them in place.
 * @param text as in the facts of the map
 */
export function restoreBookmarks(map: WebMap, text: string): void {
  const bookmarks = map.bookmarks as Collection<Bookmark> | null;
  if (!bookmarks) return;
  const now = new Map(bookmarks.toArray().map((one) => [JSON.stringify(one.toJSON()), one]));
  const wanted = (JSON.parse(text) as object[]).map(
    (json) => now.get(JSON.stringify(json)) ?? (Bookmark.fromJSON(json) as Bookmark),
  );
  bookmarks.removeAll();
  bookmarks.addMany(wanted);
}

/** Adopts a layer's properties that its service has set since the snapshot was taken. */
export function adoptInSnapshot(
  { layers }: Snapshot,
  layer: AnyLayer,
  isOfService: (property: string) => boolean,
): void {
  const moment = momentOf(layers, layer);
  if (!moment) return;
  for (const name of ['title', 'visible', 'opacity', 'definitionExpression', 'labelsVisible', 'renderer'])
    if (isOfService(name)) Object.assign(moment, { [name]: properties(layer)[name] });
  for (const name of partProperties) if (isOfService(name)) moment.parts.set(name, properties(layer)[name]);
  if (moment.sublayers.size === 0) moment.sublayers = shownSublayers(layer);
}

function momentOf(moments: readonly LayerMoment[], layer: AnyLayer): LayerMoment | undefined {
  for (const moment of moments) {
    const found = moment.layer === layer ? moment : momentOf(moment.members ?? [], layer);
    if (found) return found;
  }
  return undefined;
}

function returnLayers(layers: Collection<AnyLayer>, moments: readonly LayerMoment[]): void {
  // A layer that was loaded again has the same id; one that was destroyed otherwise cannot be restored.
  const wanted = moments.flatMap((moment) => {
    const layer = moment.layer.destroyed ? layers.find(({ id }) => id === moment.id) : moment.layer;
    return layer ? [{ ...moment, layer }] : [];
  });
  const order = wanted.map(({ layer }) => layer);
  for (const layer of layers.toArray()) if (!order.includes(layer)) layers.remove(layer);
  for (const [index, layer] of order.entries()) {
    if (!layers.includes(layer)) layers.add(layer, index);
    else if (layers.at(index) !== layer) layers.reorder(layer, index);
  }
  for (const one of wanted) returnLayer(one);
}

function returnLayer({ layer, graphics, places, members, parts, sublayers, ...was }: LayerMoment): void {
  for (const { picture, georeference, mark } of places)
    if (placeMark(picture) !== mark) Object.assign(picture, { georeference: georeference?.clone() ?? null });
  if (was.title !== layer.title) layer.title = was.title ?? null;
  if (was.visible !== layer.visible) layer.visible = was.visible;
  if (was.opacity !== layer.opacity) layer.opacity = was.opacity;
  if (was.definitionExpression !== layer.definitionExpression)
    layer.definitionExpression = was.definitionExpression ?? null;
  if (was.labelsVisible !== undefined && was.labelsVisible !== layer.labelsVisible)
    layer.labelsVisible = was.labelsVisible;
  // Before it is loaded, a layer has none.
  if (was.renderer && was.renderer !== layer.renderer) layer.renderer = was.renderer;
  for (const [name, value] of parts) {
    const now = properties(layer);
    if ((now[name] ?? null) !== (value ?? null)) now[name] = value ?? null;
  }
  for (const [index, collection] of graphicsOf(layer).entries())
    returnGraphics(collection, graphics[index] ?? []);
  for (const sublayer of sublayersOf(layer)) {
    const visible = sublayers.get(sublayer.id) ?? sublayer.visible;
    if (sublayer.visible !== visible) sublayer.visible = visible;
  }
  const inside = membersOfGroup(layer);
  if (inside && members) returnLayers(inside, members);
}

function returnGraphics(collection: Collection<Graphic>, moments: readonly GraphicMoment[]): void {
  const now = collection.toArray();
  for (const { graphic, geometry, symbol, attributes } of moments) {
    if (graphic.geometry !== geometry) graphic.geometry = geometry;
    if (graphic.symbol !== symbol) graphic.symbol = symbol;
    if (graphic.attributes !== attributes) graphic.attributes = attributes;
  }
  const same = now.length === moments.length && moments.every(({ graphic }, index) => graphic === now[index]);
  if (same) return;
  collection.removeAll();
  collection.addMany(moments.map(({ graphic }) => graphic));
}
