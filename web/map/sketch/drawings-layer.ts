import type Collection from '@arcgis/core/core/Collection.js';
import Graphic from '@arcgis/core/Graphic.js';
import type GraphicsLayer from '@arcgis/core/layers/GraphicsLayer.js';
import type GroupLayer from '@arcgis/core/layers/GroupLayer.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import MapNotesLayer from '@arcgis/core/layers/MapNotesLayer.js';
import type MapView from '@arcgis/core/views/MapView.js';

/** JSON of a drawing; other members are as the SDK writes them. */
export interface Drawing {
  geometry?: { spatialReference?: object } | null;
}

/** JSON of every drawing of a layer. */
export type Drawings = readonly Drawing[];

/**
 * The map's drawings layer, else a new one that is not in the map yet. The document stores it as a feature collection.
 * Notes whose symbols depend on a field, as older viewers wrote them, cannot take drawings.
 */
export function drawingsLayer(view: MapView, title: string): MapNotesLayer {
  const known = view.map?.layers.find(isForDrawings) as MapNotesLayer | undefined;
  if (known) addMissingParts(known);
  return known ?? new MapNotesLayer({ title });
}

/** The visible drawings layers, including those of visible groups. */
export function shownDrawings(layers: Collection<Layer>): MapNotesLayer[] {
  return layers
    .toArray()
    .filter(({ visible }) => visible)
    .flatMap((layer) => {
      if (layer.type === 'map-notes') return [layer as MapNotesLayer];
      return layer.type === 'group' ? shownDrawings((layer as GroupLayer).layers) : [];
    });
}

function isForDrawings(layer: Layer): boolean {
  if (layer.type !== 'map-notes') return false;
  return (layer as MapNotesLayer).capabilities?.operations?.supportsMapNotesEditing !== false;
}

/** A document stores only the parts with drawings, and others cannot be drawn without theirs. */
function addMissingParts(layer: MapNotesLayer): void {
  const { sublayers } = layer as WithSublayers;
  const known = new Set(sublayers?.map(({ id }) => id).toArray());
  for (const part of (new MapNotesLayer() as WithSublayers).sublayers?.toArray() ?? []) {
    if (known.has(part.id)) continue;
    part.layer = layer;
    sublayers?.add(part);
  }
}

/** Members that the SDK’s declarations omit. */
type WithSublayers = MapNotesLayer & {
  sublayers?: Collection<GraphicsLayer & { layer: MapNotesLayer }> | null;
};

/** Points, lines, areas and texts each have their own sublayer. */
function parts(layer: MapNotesLayer): GraphicsLayer[] {
  const { pointLayer, polylineLayer, polygonLayer, textLayer, multipointLayer } = layer;
  return [polygonLayer, polylineLayer, pointLayer, textLayer, multipointLayer].filter((part) =>
    Boolean(part),
  ) as GraphicsLayer[];
}

export function graphicsOf(layer: MapNotesLayer): Graphic[] {
  return parts(layer).flatMap(({ graphics }) => graphics.toArray());
}

/** @param without a drawing that is left out */
export function snapshot(layer: MapNotesLayer, without?: Graphic | null): Drawings {
  return graphicsOf(layer)
    .filter((graphic) => graphic !== without)
    .map((graphic) => graphic.toJSON() as Drawing);
}

/** Replaces the layer's drawings. */
export function restore(layer: MapNotesLayer, drawings: Drawings): void {
  for (const part of parts(layer)) part.removeAll();
  for (const json of drawings) addDrawing(layer, Graphic.fromJSON(json) as Graphic);
}

/** Adds a drawing to the sublayer of its kind. */
export function addDrawing(layer: MapNotesLayer, graphic: Graphic): void {
  partFor(layer, graphic)?.add(graphic);
}

function partFor(layer: MapNotesLayer, { geometry, symbol }: Graphic): GraphicsLayer | null | undefined {
  if (symbol?.type === 'text') return layer.textLayer;
  switch (geometry?.type) {
    case 'polyline':
      return layer.polylineLayer;
    case 'polygon':
      return layer.polygonLayer;
    case 'multipoint':
      return layer.multipointLayer;
    default:
      return layer.pointLayer;
  }
}
