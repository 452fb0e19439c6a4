import type Graphic from '@arcgis/core/Graphic.js';
import type Extent from '@arcgis/core/geometry/Extent.js';
import type Point from '@arcgis/core/geometry/Point.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { MapPlace } from '../../wire/url-state.ts';
import type { MapSource } from './map-source.ts';
import { type MapState, openingState } from './map-state.ts';
import type { Covered } from './sdk/fit.ts';
import type { HeldClick } from './sdk/held-clicks.ts';
import type { PopupElement } from './sdk/tools/popup-element.ts';
import type { Store } from '../store.ts';

/** A point on the ground: degrees WGS84, and the same in the map's own spatial reference. */
export interface MapPoint {
  lat: number;
  lng: number;
  x: number;
  y: number;
  wkid: number;
}

/** Theme and language of the map and the SDK's components. */
export interface Appearance {
  scheme: 'light' | 'dark';
  /** BCP 47 tag. */
  language: string;
  direction: 'ltr' | 'rtl';
}

/** Tools of the SDK. Each is loaded when it is first shown. */
export type SdkTool = 'legend' | 'basemaps' | 'bookmarks' | 'editor';

/** The internals of an open map, only for the capabilities of this room (`web/map/<capability>/`). */
export interface MapInternals {
  readonly view: MapView;
  readonly source: MapSource;
  /** Applies the theme to an SDK element while it is in use; returns a function that releases it. */
  applyTheme(element: HTMLElement): () => void;
  /** The popup, loaded on first use. */
  popup(): Promise<PopupElement>;
  /** Reports that the popup of a clicked place could not be shown. */
  popupFailed(cause: unknown): void;
  /** Prepares a feature for the popup: without empty rows, and for visitors without editor names. */
  fitPopup(feature: Graphic): Graphic;
  /** Calls `use` with the popup once it is loaded, without loading it; returns a function that unsubscribes. */
  onPopup(use: (popup: PopupElement) => void): () => void;
  /** Reserves clicks for an active tool: no popup, no `onClick`, until the returned function is called. */
  claimClicks(): () => void;
  /** Whether a tool currently reserves clicks. */
  clicksClaimed(): boolean;
  /** Holds clicks for a tool that is not ready (`MapModel.holdClicks`). */
  holdClicks(): () => void;
  /** The held clicks in their order, each only once. */
  takeHeldClicks(): readonly HeldClick[];
  /** Announces a point that a tool was given by keyboard, or a corner that was picked up (`held`). */
  announcePoint(point: Point, held?: boolean): void;
  /** Sets the title in the map's state, when the map has no item that has it. */
  setTitle(title: string): void;
  /** Moves the map so that an extent is fully visible and not covered by the controls at the map's edges. */
  goToAll(extent: Extent): Promise<void>;
  /**
   * Registers a function to call when the map is destroyed, or soon if it already is; returns a function that
   * unregisters it, for what stops before.
   */
  onLeave(stop: () => void): () => void;
}

/**
 * The open map. It owns the view for its whole lifetime: the interface reads its state and calls its methods, and never
 * stores a centre or zoom itself.
 */
export interface MapModel {
  readonly state: Store<MapState>;
  /** The location under the mouse; undefined outside the map. */
  readonly pointer: Store<MapPoint | undefined>;

  /**
   * Moves the map; absent values are unchanged. Resolves when it is stationary and the state is updated, or when it was
   * moved elsewhere.
   */
  goTo(place: Partial<MapPlace>): Promise<void>;
  /**
   * Moves the map by parts of its width and height on the screen: 1 to the right or down shows what begins at
   * that edge.
   */
  pan(right: number, down: number): void;
  zoomIn(): void;
  zoomOut(): void;
  /** Returns to the initial viewpoint. */
  goHome(): void;
  faceNorth(): void;
  /** Shows a layer's whole extent. */
  goToLayer(layerId: string): Promise<void>;

  setLayerVisible(layerId: string, visible: boolean): void;
  /** Reloads a failed layer. */
  retryLayer(layerId: string): void;

  /** Calls `listener` with every clicked or tapped location; returns a function that unsubscribes. */
  onClick(listener: (point: MapPoint) => void): () => void;
  /**
   * Holds clicks while a tool that takes them loads: no popup, no `onClick`, no zoom on a double-click, until
   * the returned function is called. The tool takes what was clicked meanwhile.
   */
  holdClicks(): () => void;
  /**
   * Mounts an SDK tool in `host`; returns a function that removes it.
   * @param onWork called with whether removing the tool would lose work, when that changes
   */
  showTool(tool: SdkTool, host: HTMLElement, onWork?: (isWorking: boolean) => void): Promise<() => void>;
  /** The padding covered by search, buttons and credits: targets are shown beside them. */
  setCovered(covered: Covered): void;
  setAppearance(appearance: Appearance): void;
  /**
   * Gives a capability of this room access to the SDK's view. A capability is a folder: a contract that
   * features call, and the SDK code, which it imports on first use (`loadCapability`).
   */
  withInternals<Result>(capability: (internals: MapInternals) => Result): Result;
  /** Stops everything, releases the graphics memory, and empties the container. */
  destroy(): void;
}

/** Provided by `MapCanvas`; undefined until the SDK is loaded. */
export const MapModelContext = createContext<MapModel | undefined | null>(null);

/** The open map; undefined until the SDK is loaded. Throws outside a viewer. */
export function useMapModel(): MapModel | undefined {
  const model = useContext(MapModelContext);
  if (model === null) throw new Error('useMapModel() is used outside of a map viewer.');
  return model;
}

/** A part of the map's state; re-renders only when that part changes. The part must be stable while nothing changes. */
export function useMapState<Part>(select: (state: MapState) => Part): Part {
  const model = useMapModel();
  return useSyncExternalStore(model?.state.subscribe ?? nothing, () =>
    select(model?.state.get() ?? openingState),
  );
}

const nothing = () => () => {};
