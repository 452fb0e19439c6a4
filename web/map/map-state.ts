import type { MappingError } from '../../wire/errors.ts';
import type { Area, LinkedFeature, MapPlace } from '../../wire/url-state.ts';

/** A layer of a hosted service. */
export interface HostedSource {
  /** Address of the service. */
  url: string;
  /** The service's item in its portal. */
  itemId: string;
  layer: number;
  /** The field that identifies the features. */
  idField: string;
}

/** A part of a map service or WMS that is shown or hidden by itself. */
export interface SublayerState {
  id: number;
  title: string;
  /** Its own visibility; a hidden group or the scale may still hide it. */
  visible: boolean;
  /** Members of a group, topmost first. */
  children: readonly SublayerState[];
}

/** A layer of the open map: its title, visibility and loading state. */
export interface LayerState {
  id: string;
  /** The number of the SDK's layer: another one with the same id was loaded, or computed, again. */
  instance?: number;
  title: string;
  /** The layer's own visibility; a hidden group or the scale may still hide it. */
  visible: boolean;
  /** 0 (invisible) to 1. */
  opacity: number;
  /** `loading` until its description is loaded; `failed` has an `error`. */
  status: 'loading' | 'ready' | 'failed';
  error?: MappingError;
  /** Why it is drawn without some of its features, pictures or tiles, or without the values of an expression. */
  incomplete?: MappingError;
  /** The SDK's type: `feature`, `geojson`, `group`, `map-image`, `vector-tile` … */
  kind: string;
  /** Whether it has features with attributes: a table, a filter, an export. */
  hasFeatures: boolean;
  /** Whether labels are drawn; undefined if not supported. */
  labels?: boolean;
  /** SQL condition of the visible features (`definitionExpression`); empty for all. */
  filter: string;
  /** Whether the user may edit its features. */
  editable: boolean;
  /** Whether its owner does not let the user export its features. */
  closedToExport?: true;
  /**
   * The layer of a hosted service that the user may export as files; absent for other layers and for former
   * features.
   */
  hosted?: HostedSource;
  /** The former features that the service stores, for users who may see them. */
  history?: {
    /** Epoch milliseconds. */
    since: number;
    /** Whether the user may see who changed what, and put features back. */
    changes: boolean;
  };
  /** The time whose features are shown, in epoch milliseconds; undefined for the current ones. */
  asOf?: number;
  /** Whether it has time. */
  timed: boolean;
  /** Members of a group layer, in drawing order, topmost first. */
  children: readonly LayerState[];
  /** Parts of a service, topmost first; absent without a choice. */
  sublayers?: readonly SublayerState[];
}

/** A layer of the basemap that cannot be shown, and why; or that is drawn without some of its tiles. */
export interface BasemapFailure {
  id: string;
  title: string;
  error: MappingError;
  isDrawn: boolean;
}

/** The map's state for the interface. A new object after each change, so parts can be compared by identity. */
export interface MapState {
  /** `opening` until the map is interactive; its layers may load later. */
  status: 'opening' | 'ready' | 'failed';
  /** Why `status` is `failed`. */
  error?: MappingError;
  /** Title of the map's item; empty for a new map. */
  title: string;
  /** Whether everything in view has been drawn at least once. */
  drawn: boolean;
  /** Whether content in view is being loaded or drawn. */
  updating: boolean;
  /** Operational layers, topmost first. */
  layers: readonly LayerState[];
  /** Layers of the basemap that cannot be shown, or not completely. */
  basemapFailures: readonly BasemapFailure[];
  /** The viewpoint when stationary; undefined until the map is ready, and in projections other than the two common ones. */
  place: MapPlace | undefined;
  /** The extent when stationary; undefined in projections other than the two common ones. */
  area?: Area | undefined;
  /** Metres on the ground per pixel at the centre, for the scale bar. */
  metresPerPixel: number;
  rotation: number;
  canZoomIn: boolean;
  canZoomOut: boolean;
  /** Credits of what is in view, most important first, as plain text. */
  attribution: readonly string[];
  /** Whether the map has bookmarks. */
  hasBookmarks: boolean;
  /** Whether a service rejected anonymous requests: signing in may show more. */
  signInHelps: boolean;
  /** The feature whose popup is open; undefined if there is none, or if it has no id. */
  selected?: LinkedFeature | undefined;
  /** Why the popup of the place clicked last could not be shown; a new object each time. */
  popupFailure?: { cause: unknown } | undefined;
  /**
   * Where a tool was given a point, or a corner was picked up (`held`), with the keyboard last; a new object
   * each time.
   */
  clickedByKeyboard?: { lat: number; lng: number; held?: boolean } | undefined;
}

/** Layers and the layers of their groups, in the order of the list. */
export function flatLayers(layers: readonly LayerState[]): LayerState[] {
  return layers.flatMap((layer) => [layer, ...flatLayers(layer.children)]);
}

/** Finds a layer, including in groups. */
export function layerById(layers: readonly LayerState[], id: string): LayerState | undefined {
  return flatLayers(layers).find((layer) => layer.id === id);
}

export const openingState: MapState = {
  status: 'opening',
  title: '',
  drawn: false,
  updating: true,
  layers: [],
  basemapFailures: [],
  place: undefined,
  metresPerPixel: 0,
  rotation: 0,
  canZoomIn: false,
  canZoomOut: false,
  attribution: [],
  hasBookmarks: false,
  signInHelps: false,
};

/**
 * Removes redundant credits, keeping the order: layers of one source repeat each other's, so a credit contained in
 * another is omitted.
 */
export function distinctCredits(credits: readonly string[]): readonly string[] {
  const named = [...new Set(credits.map((credit) => credit.trim()))].filter((credit) => credit !== '');
  return named.filter((credit) => !named.some((other) => other !== credit && other.includes(credit)));
}

/** Scale denominator at zoom 0: the world in 256 pixels of 1/96 inch (the web's common tiling scheme). */
const scaleAtZero = 591_657_527.591_555;

/** Links use zoom levels; the SDK uses scales, which need no tiling scheme. */
export function scaleOfZoom(zoom: number): number {
  return scaleAtZero / 2 ** zoom;
}

/** The zoom of a scale denominator; never below 0. */
export function zoomOfScale(scale: number): number {
  return Math.max(0, Math.log2(scaleAtZero / scale));
}
