import { vi } from 'vitest';
import type { OpenMap } from '../../web/context/open-map.ts';
import type { MapInternals, MapModel, MapPoint } from '../../web/map/map-model.ts';
import { type LayerState, type MapState, openingState } from '../../web/map/map-state.ts';
import { createStore } from '../../web/store.ts';

/** A layer of the fake map; visible, loaded, with features by default. */
export function fakeLayer(parts: Partial<LayerState> = {}): LayerState {
  return {
    id: 'stops',
    title: 'Stops',
    visible: true,
    opacity: 1,
    status: 'ready',
    kind: 'feature',
    hasFeatures: true,
    filter: '',
    editable: false,
    timed: false,
    children: [],
    ...parts,
  };
}

/** A new map in the viewer by default. */
export function fakeOpenMap(parts: Partial<OpenMap> = {}): OpenMap {
  return {
    kind: 'new',
    id: '',
    item: undefined,
    setItem: () => {},
    viewerKey: 'viewer-1',
    reopen: () => {},
    ...parts,
  };
}

/**
 * An open map without the SDK: tests set its state, and calls are recorded. `inside` is what capabilities
 * use; a test provides as much of it as needed.
 */
export function fakeMapModel(state: Partial<MapState> = {}, internals: Partial<MapInternals> = {}) {
  const store = createStore<MapState>({
    ...openingState,
    status: 'ready',
    drawn: true,
    updating: false,
    title: 'City',
    place: { lat: 51.16, lng: 71.43, zoom: 12, rotation: 0 },
    metresPerPixel: 10,
    canZoomIn: true,
    canZoomOut: true,
    ...state,
  });
  const clicks = new Set<(point: MapPoint) => void>();
  const model = {
    state: store,
    pointer: createStore<MapPoint | undefined>(undefined),
    goTo: vi.fn<MapModel['goTo']>(async () => {}),
    pan: vi.fn<MapModel['pan']>(),
    zoomIn: vi.fn<() => void>(),
    zoomOut: vi.fn<() => void>(),
    goHome: vi.fn<() => void>(),
    faceNorth: vi.fn<() => void>(),
    goToLayer: vi.fn<MapModel['goToLayer']>(async () => {}),
    setLayerVisible: vi.fn<MapModel['setLayerVisible']>((id, visible) =>
      set({ layers: store.get().layers.map((layer) => (layer.id === id ? { ...layer, visible } : layer)) }),
    ),
    retryLayer: vi.fn<MapModel['retryLayer']>(),
    onClick: (listener: (point: MapPoint) => void) => {
      clicks.add(listener);
      return () => clicks.delete(listener);
    },
    holdClicks: vi.fn<MapModel['holdClicks']>(() => () => {}),
    showTool: vi.fn<MapModel['showTool']>(async () => () => {}),
    setCovered: vi.fn<MapModel['setCovered']>(),
    setAppearance: vi.fn<MapModel['setAppearance']>(),
    withInternals: <Result>(capability: (internals: MapInternals) => Result) =>
      capability(internals as MapInternals),
    destroy: vi.fn<() => void>(),
  } satisfies MapModel;
  const set = (change: Partial<MapState>) => store.set({ ...store.get(), ...change });
  return {
    model,
    /** Changes the map's state, as the SDK would. */
    set,
    /** Clicks a location on the map. */
    click: (point: MapPoint) => clicks.forEach((listener) => listener(point)),
  };
}
