import type Collection from '@arcgis/core/core/Collection.js';
import type Graphic from '@arcgis/core/Graphic.js';
import type MediaLayer from '@arcgis/core/layers/MediaLayer.js';
import type ImageElement from '@arcgis/core/layers/support/ImageElement.js';
import type VideoElement from '@arcgis/core/layers/support/VideoElement.js';
import type Layer from '@arcgis/core/layers/Layer.js';

/** The common members of several layer kinds, for which the SDK has no type. */
export interface AnyLayer extends Layer {
  definitionExpression?: string | null;
  labelsVisible?: boolean;
  renderer?: { toJSON(): unknown } | null;
  graphics?: Collection<Graphic>;
  layers?: Collection<AnyLayer>;
  /** For map notes: one graphics layer per geometry type. For services: something else. */
  sublayers?: Collection<{ graphics?: Collection<Graphic> }> | null;
  /** URL of the service or file. */
  url?: string | null;
  originOf?(property: string): string;
  write?(target: object, context: object): object | undefined;
}

/** The graphics collections of a layer: drawings, and the notes of other viewers. */
export function graphicsOf(layer: AnyLayer): Collection<Graphic>[] {
  if (layer.type === 'graphics') return layer.graphics ? [layer.graphics] : [];
  if (layer.type !== 'map-notes') return [];
  return (layer.sublayers?.toArray() ?? []).flatMap(({ graphics }) => (graphics ? [graphics] : []));
}

/** A picture that is placed on the map. */
export type Placed = ImageElement | VideoElement;

/** The pictures that are placed on the map, which can be moved there. */
export function placedOf(layer: AnyLayer): Placed[] {
  if (layer.type !== 'media') return [];
  const { source } = layer as unknown as MediaLayer;
  if (!source) return [];
  return 'elements' in source ? source.elements.toArray() : [source];
}

/** Where the corners of a picture are, as comparable text. */
export function placeMark({ georeference }: Placed): string {
  if (georeference?.type !== 'control-points') return georeference?.type ?? '';
  return JSON.stringify(georeference.controlPoints?.map(({ mapPoint }) => [mapPoint?.x, mapPoint?.y]));
}

/** Members of a group layer; other kinds of layers use the same name for something else. */
export function membersOfGroup(layer: AnyLayer): Collection<AnyLayer> | undefined {
  return layer.type === 'group' ? layer.layers : undefined;
}

/** Temporary layers of tools are hidden from lists and are not part of the map. */
export function belongsToMap(layer: Layer, documented: ReadonlySet<string>): boolean {
  return layer.listMode !== 'hide' || documented.has(layer.id);
}
