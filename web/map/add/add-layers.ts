import { loadCapability } from '../load-capability.ts';

/** A feature to be added to the map: WGS84, RFC 7946. */
export interface AddableFeature {
  geometry: { type: string; coordinates?: unknown; geometries?: unknown } | null;
  properties: Record<string, unknown> | null;
  look?: FeatureLook;
}

/** How a file draws a feature: CSS colours without opacity, widths in pixels. */
export interface FeatureLook {
  fill?: string;
  fillOpacity?: number;
  stroke?: string;
  strokeOpacity?: number;
  strokeWidth?: number;
  /** Colour of a point. */
  color?: string;
  /** Size of a point, relative to the usual one. */
  scale?: number;
}

/** The added topmost layer: its id and title. */
export interface AddedLayer {
  id: string;
  title: string;
  /** Number of features that a saved map leaves out, because it keeps at most so many of a layer of its own. */
  unsaved?: { features: number; most: number };
}

/** The content of an offered layer: features of one geometry or of an unknown one, or images. */
export type OfferKind = 'points' | 'lines' | 'areas' | 'features' | 'picture' | 'tiles';

/** A layer that a service offers. */
export interface Offer {
  id: string;
  title: string;
  kind: OfferKind;
  /** URL of its legend image. */
  legend?: string;
  /** The lines of its legend. */
  swatches?: readonly Swatch[];
}

/** A line of a legend. */
export interface Swatch {
  label: string;
  /** Address of its picture, such as a data URL. */
  picture: string;
}

/** A service with several layers to choose from. */
export interface ServiceList {
  title: string;
  offers: readonly Offer[];
  /**
   * Reads the legend of a layer, for services that do not list it with their layers.
   * @throws MappingError `layer:failed`
   */
  legendOf?(id: string): Promise<readonly Swatch[]>;
  /** Adds the layers with these ids, several features in a group. @throws MappingError `layer:failed` and others */
  add(ids: readonly string[], signal?: AbortSignal): Promise<AddedLayer>;
}

/**
 * Adds a service by its URL, or lists its layers if it has several: feature, map, image, vector tile and
 * scene services of ArcGIS, WMS, WMTS, WFS, OGC API Features, tiles by a template, GeoJSON, KML, GeoTIFF and
 * pictures. Resolves when the service has responded and the layer is in the map.
 *
 * @throws MappingError `add:unknown-address` when it is none of these, `add:not-a-service` and `add:empty` when the
 * URL returns something else, `layer:failed` and others when it does not respond or the signal is aborted
 */
export const addService = loadCapability(async () => (await import('./add-service.ts')).addService);

/** Adds a picture file in the middle of the view; it becomes part of the map. @throws MappingError `add:no-picture` */
export const addPicture = loadCapability(async () => (await import('./add-picture.ts')).addPicture);

/** Adds an item of the portal by its id. @throws MappingError `layer:failed`, `portal:*` */
export const addItem = loadCapability(async () => (await import('./add-service.ts')).addItem);

/**
 * Adds features, under a title, as layers of the map's own document: one each for points, lines and areas, in
 * a group if there are several.
 */
export const addFeatures = loadCapability(async () => (await import('./add-features.ts')).addFeatures);
