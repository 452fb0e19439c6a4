import type Graphic from '@arcgis/core/Graphic.js';
import type Extent from '@arcgis/core/geometry/Extent.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { MapPlace } from '../../wire/url-state.ts';
import type { MapSource } from './map-source.ts';
import { type MapState, openingState } from './map-state.ts';
import type { Covered } from './sdk/fit.ts';
import type { TimeWords } from './sdk/tools/name-thumbs.ts';
import type { PopupElement } from './sdk/tools/popup-element.ts';
import type { Store } from './store.ts';

/** A point on the ground: degrees WGS84, and the same in the map's own spatial reference. */
export interface MapPoint {
  lat: number;
  lng: number;
  x: number;
  y: number;
  wkid: number;
}

/** How the map and the SDK's pieces look and speak. */
export interface Appearance {
  scheme: 'light' | 'dark';
  /** BCP 47 tag. */
  language: string;
  direction: 'ltr' | 'rtl';
}

/** Tools that the SDK brings along. Each is loaded when it is first shown. */
export type SdkTool = 'legend' | 'basemaps' | 'bookmarks' | 'editor' | 'time';

/** The inside of an open map, for the capabilities of this room alone (`web/map/<capability>/`). */
export interface MapInternals {
  readonly view: MapView;
  readonly source: MapSource;
  /** Gives an element of the SDK the theme's look as long as it is in use; returns how to let go of it. */
  applyTheme(element: HTMLElement): () => void;
  /** The popup, loaded when it has not been needed yet. */
  popup(): Promise<PopupElement>;
  /** Prepares a feature for the popup: without empty rows, and for visitors without who edited it. */
  fitPopup(feature: Graphic): Graphic;
  /** Calls `use` with the popup once it is there, without bringing it; returns how to hear no more. */
  onPopup(use: (popup: PopupElement) => void): () => void;
  /** Keeps clicks for a tool that is being used: no popup, no `onClick`, until what it returns is called. */
  claimClicks(): () => void;
  /** Whether a tool has the clicks for itself just now. */
  clicksClaimed(): boolean;
  /** Moves the map so that all of an extent is seen and nothing of it lies under the buttons at the map's edges. */
  goToAll(extent: Extent): Promise<void>;
  /** Something that must stop when the map goes. */
  onLeave(stop: () => void): void;
}

/**
 * The open map. It owns the view from start to end: the interface reads its state and asks it to do things, and never
 * holds a centre or a zoom of its own.
 */
export interface MapModel {
  readonly state: Store<MapState>;
  /** What the mouse points at; undefined outside of the map. */
  readonly pointer: Store<MapPoint | undefined>;

  /** Moves the map; what is left out stays. Resolves when it has come to rest, and the state says where, or was moved elsewhere. */
  goTo(place: Partial<MapPlace>): Promise<void>;
  zoomIn(): void;
  zoomOut(): void;
  /** Back to where the map began. */
  goHome(): void;
  faceNorth(): void;
  /** Shows a layer's whole extent. */
  goToLayer(layerId: string): Promise<void>;

  setLayerVisible(layerId: string, visible: boolean): void;
  /** Opens a failed layer afresh. */
  retryLayer(layerId: string): void;

  /** Calls `listener` with every place that is clicked or tapped; returns how to stop. */
  onClick(listener: (point: MapPoint) => void): () => void;
  /** Puts a tool of the SDK into `host`; `words` are what it does not know itself. Returns how to take it away. */
  showTool(tool: SdkTool, host: HTMLElement, words?: TimeWords): Promise<() => void>;
  /** How much of the map's edges search, buttons and credits lie over: what the map goes to is shown beside them. */
  setCovered(covered: Covered): void;
  setAppearance(appearance: Appearance): void;
  /**
   * Gives a capability of this room the SDK's view. A capability is a folder: a small front that features call, and the
   * code with the SDK in it, which the front imports when it is first used.
   */
  withInternals<Result>(capability: (internals: MapInternals) => Result): Result;
  /** Stops everything, gives the graphics memory back, and leaves the container empty. */
  destroy(): void;
}

/** Filled by `MapCanvas`; undefined until the SDK is there. */
export const MapModelContext = createContext<MapModel | undefined | null>(null);

/** The open map; undefined until the SDK is there. Using it outside of a viewer is an error. */
export function useMapModel(): MapModel | undefined {
  const model = useContext(MapModelContext);
  if (model === null) throw new Error('useMapModel() is used outside of a map viewer.');
  return model;
}

/** A part of the map's state; renders again only when that part changes. The part must be stable while nothing changes. */
export function useMapState<Part>(select: (state: MapState) => Part): Part {
  const model = useMapModel();
  return useSyncExternalStore(model?.state.subscribe ?? nothing, () =>
    select(model?.state.get() ?? openingState),
  );
}

const nothing = () => () => {};
