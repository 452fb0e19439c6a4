import type { Area } from '../../wire/area.ts';
import type { MappingError } from '../../wire/errors.ts';
import type { LinkedFeature, MapPlace } from '../../wire/url-state.ts';

/** A layer of the open map as people know it: its title, whether it is shown, and how far it has come. */
export interface LayerState {
  id: string;
  title: string;
  /** Own switch of the layer; a hidden group or an unsuited scale may hide it all the same. */
  visible: boolean;
  /** 0 (invisible) to 1. */
  opacity: number;
  /** `loading` until its description is known and its first features may come; `failed` has an `error`. */
  status: 'loading' | 'ready' | 'failed';
  error?: MappingError;
  /** What the SDK calls its type: `feature`, `geojson`, `group`, `map-image`, `vector-tile` … */
  kind: string;
  /** Whether it has features with attributes: a table, a filter, an export. */
  hasFeatures: boolean;
  /** Whether labels are drawn; undefined where there can be none. */
  labels?: boolean;
  /** SQL condition of the features that are shown (`definitionExpression`); empty for all. */
  filter: string;
  /** Whether the person may change its features. */
  editable: boolean;
  /** Whether its features have a time. */
  timed: boolean;
  /** Group layers hold others. Topmost layer first, as the map draws them. */
  children: readonly LayerState[];
}

/** Everything the interface shows of a map. A new object after each change, so parts compare by identity. */
export interface MapState {
  /** `opening` until the map can be moved; its layers may come later. */
  status: 'opening' | 'ready' | 'failed';
  /** Why `status` is `failed`. */
  error?: MappingError;
  /** Title of the map's item; empty for a new map. */
  title: string;
  /** Whether everything in view has been drawn at least once. */
  drawn: boolean;
  /** Whether something in view is being loaded or drawn. */
  updating: boolean;
  /** Operational layers, topmost first. */
  layers: readonly LayerState[];
  /** Where the map looks, after it came to rest; undefined until it is ready. */
  place: MapPlace | undefined;
  /** What the map shows, after it came to rest; undefined in a projection that is neither of the two usual ones. */
  area?: Area | undefined;
  /** Metres on the ground for one pixel at the centre, for the scale bar. */
  metresPerPixel: number;
  rotation: number;
  canZoomIn: boolean;
  canZoomOut: boolean;
  /** Credits of what is in view, most important first, as plain text. */
  attribution: readonly string[];
  /** Whether the map has bookmarks. */
  hasBookmarks: boolean;
  /** Whether a service refused anonymous people: signing in may show more. */
  signInHelps: boolean;
  /** The feature whose popup is open; undefined when there is none, or none that can be found again by its id. */
  selected?: LinkedFeature | undefined;
}

/** Layers and the layers of their groups, in the order of the list. */
export function flatLayers(layers: readonly LayerState[]): LayerState[] {
  return layers.flatMap((layer) => [layer, ...flatLayers(layer.children)]);
}

/** A layer, wherever it stands. */
export function layerById(layers: readonly LayerState[], id: string): LayerState | undefined {
  return flatLayers(layers).find((layer) => layer.id === id);
}

export const openingState: MapState = {
  status: 'opening',
  title: '',
  drawn: false,
  updating: true,
  layers: [],
  place: undefined,
  metresPerPixel: 0,
  rotation: 0,
  canZoomIn: false,
  canZoomOut: false,
  attribution: [],
  hasBookmarks: false,
  signInHelps: false,
};
