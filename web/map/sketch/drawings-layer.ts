import Graphic from '@arcgis/core/Graphic.js';
import type GraphicsLayer from '@arcgis/core/layers/GraphicsLayer.js';
import MapNotesLayer from '@arcgis/core/layers/MapNotesLayer.js';
import type MapView from '@arcgis/core/views/MapView.js';

/** JSON of every drawing of a layer. */
export type Drawings = readonly object[];

/**
 * The map's drawings layer, else a new one that is not in the map yet. The document stores it as a feature collection.
 */
export function drawingsLayer(view: MapView, title: string): MapNotesLayer {
  const known = view.map?.layers.find(({ type }) => type === 'map-notes') as MapNotesLayer | undefined;
  return known ?? new MapNotesLayer({ title });
}

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

export function snapshot(layer: MapNotesLayer): Drawings {
  return graphicsOf(layer).map((graphic) => graphic.toJSON() as object);
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
