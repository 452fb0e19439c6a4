import { canProject, project } from '@arcgis/core/geometry/support/webMercatorUtils.js';
import Graphic from '@arcgis/core/Graphic.js';
import type GraphicsLayer from '@arcgis/core/layers/GraphicsLayer.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import type MapNotesLayer from '@arcgis/core/layers/MapNotesLayer.js';
import type TextSymbol from '@arcgis/core/symbols/TextSymbol.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { graphicsOf } from '../sketch/drawings-layer.ts';
import { featureTitle } from './feature-title.ts';
import type { FeatureInView } from './in-view.ts';
import { sorted } from './nearest.ts';

/** Whether a layer has drawings instead of features: map notes, and graphics that the map shows. */
export function hasGraphics(layer: Layer): boolean {
  return layer.type === 'map-notes' || layer.type === 'graphics';
}

/** The drawings of a layer that are in view; their ids are those of this page only. */
export function notesInView(
  view: MapView,
  layer: Layer,
  limit: number,
): { total: number; features: readonly FeatureInView[] } {
  const shown = drawingsOf(layer).flatMap((graphic) => {
    const shape = shapeIn(view, graphic);
    return graphic.visible && shape && view.extent.intersects(shape) ? [{ graphic, shape }] : [];
  });
  const byId = new Map(shown.map(({ graphic }) => [idOf(graphic), graphic]));
  const ids = new Map(shown.map(({ graphic, shape }) => [new Graphic({ geometry: shape }), idOf(graphic)]));
  const near = sorted(view, [...ids.keys()], (place) => ids.get(place));
  const features = near.slice(0, limit).map((one): FeatureInView => {
    const graphic = byId.get(one.objectId);
    const shape = graphic?.geometry?.type;
    const isKnown = shape === 'point' || shape === 'polyline' || shape === 'polygon';
    return { ...one, title: graphic ? titleOf(graphic) : '', ...(isKnown && { shape }) };
  });
  return { total: shown.length, features };
}

/** A drawing by its id, with its shape in the view's spatial reference. */
export function noteById(
  view: MapView,
  layer: Layer,
  id: number,
): { graphic: Graphic; shape: NonNullable<Graphic['geometry']> } | undefined {
  const graphic = drawingsOf(layer).find((one) => idOf(one) === id);
  const shape = graphic && shapeIn(view, graphic);
  return graphic && shape && { graphic, shape };
}

const known = new WeakMap<Graphic, number>();
let last = 0;

function idOf(graphic: Graphic): number {
  const id = known.get(graphic) ?? ++last;
  known.set(graphic, id);
  return id;
}

function drawingsOf(layer: Layer): Graphic[] {
  return layer.type === 'graphics'
    ? (layer as GraphicsLayer).graphics.toArray()
    : graphicsOf(layer as MapNotesLayer);
}

/** Notes of other programs may be in degrees on a map in Web Mercator. */
function shapeIn({ spatialReference }: MapView, { geometry }: Graphic) {
  if (!geometry || geometry.spatialReference.equals(spatialReference)) return geometry ?? undefined;
  if (!canProject(geometry, spatialReference)) return undefined;
  return (project(geometry, spatialReference) as Graphic['geometry']) ?? undefined;
}

/** The title of its popup, its text, or its attribute of this name. */
function titleOf({ attributes, popupTemplate, symbol }: Graphic): string {
  const given = (attributes ?? {}) as Record<string, unknown>;
  const template = popupTemplate?.title;
  const rule = {
    template: typeof template === 'string' ? template : '',
    displayField: Object.keys(given).find((name) => name.toLowerCase() === 'title') ?? '',
    fields: Object.keys(given).map((name) => ({ name, type: 'string' })),
  };
  const text = symbol?.type === 'text' ? ((symbol as TextSymbol).text ?? '') : '';
  return featureTitle(rule, given, (_field, value) => String(value)) || text;
}
