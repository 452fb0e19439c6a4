import type MapView from '@arcgis/core/views/MapView.js';
import type SceneView from '@arcgis/core/views/SceneView.js';
import type { ShownArea } from '../../../wire/integration-messages.ts';
import { loadCapability } from '../load-capability.ts';
import type { MapModel, MapPoint } from '../map-model.ts';
import type { MapState } from '../map-state.ts';
import { whileInScene } from '../scene/scene-over.ts';

/** The pose of an integration's view. Degrees; heading clockwise from north. */
export interface Marker {
  id: string;
  lat: number;
  lng: number;
  heading?: number | undefined;
  /** Whether it is the leading one, which is highlighted. */
  leading: boolean;
}

/** An integration's graphic on the map: a photo's position, a work order. With a `key` it can be clicked. */
export interface MarkerGraphic {
  /** The integration. */
  owner: string;
  geometry:
    | { type: 'Point'; coordinates: [number, number] }
    | { type: 'LineString'; coordinates: [number, number][] };
  properties: { kind: string; color?: string | undefined; key?: string | undefined };
}

export interface MarkerScene {
  markers: readonly Marker[];
  /** The location chosen by the user. */
  pin: { lat: number; lng: number } | undefined;
  graphics: readonly MarkerGraphic[];
  /** `#rrggbb` of the cone and of the pin. */
  color: string;
}

export interface IntegrationMarkers {
  draw(scene: MarkerScene): void;
  /** Moves the map if a location is outside the view, or near its edge. */
  keepInView(place: { lat: number; lng: number }): void;
  /** The nearest graphic with a key within touch tolerance of a point of the view, in pixels. */
  pickAt(spot: { x: number; y: number }): MarkerGraphic | undefined;
  remove(): void;
}

const startDrawing = loadCapability(async () => (await import('./draw-markers.ts')).startDrawing);

/** Shows the locations of integrations on a map. The SDK code loads with the first drawing. */
export function integrationMarkers(model: MapModel): IntegrationMarkers {
  let gone = false;
  let latest: MarkerScene | undefined;
  let begun: IntegrationMarkers | undefined;
  const drawing = startDrawing(model).then((started) => {
    if (latest && !gone) started.draw(latest);
    begun = started;
    return started;
  });
  // Without the markers the integration itself still works.
  drawing.catch(() => {});
  const then = (work: (started: IntegrationMarkers) => void) => {
    void drawing.then((started) => gone || work(started)).catch(() => {});
  };
  return {
    draw(scene) {
      latest = scene;
      then((started) => started.draw(scene));
    },
    keepInView: (place) => then((started) => started.keepInView(place)),
    pickAt: (spot) => (gone ? undefined : begun?.pickAt(spot)),
    remove() {
      gone = true;
      void drawing.then((started) => started.remove()).catch(() => {});
    },
  };
}

/** The map's current extent. */
export function areaOf(model: MapModel): ShownArea | undefined {
  return model.withInternals(({ view }) => shownArea(model.state.get(), view));
}

/** Shows a crosshair cursor while a click chooses a location; returns a function that stops it. */
export function aim(model: MapModel): () => void {
  return model.withInternals(({ view }) => {
    const aimAt = (shown: { container: unknown }) => {
      const { classList } = shown.container as HTMLElement;
      classList.add('aiming');
      return () => classList.remove('aiming');
    };
    const stop = aimAt(view);
    const stopScene = whileInScene(view, (scene) => aimAt(scene.view));
    return () => {
      stop();
      stopScene();
    };
  });
}

export interface ClickHandlers {
  /** Whether a graphic at this point of the view, in pixels, handles the click. */
  pick: (spot: { x: number; y: number }) => boolean;
  /** Handles every other click, for the pin tool; without it those identify features as usual. */
  onPlace?: ((place: MapPoint) => void) | undefined;
}

/**
 * Handles clicks on the map before popups receive them, except those of an active tool.
 * @returns a function that stops it
 */
export function handleClicks(model: MapModel, { pick, onPlace }: ClickHandlers): () => void {
  return model.withInternals(({ view, clicksClaimed }) => {
    const listenTo = (shown: MapView | SceneView, picks: ClickHandlers['pick']) =>
      shown.on('click', (event) => {
        if (clicksClaimed()) return;
        const picked = picks({ x: event.x, y: event.y });
        if (picked || onPlace) event.stopPropagation();
        if (picked || !onPlace) return;
        const { mapPoint } = event;
        if (typeof mapPoint?.latitude !== 'number' || typeof mapPoint.longitude !== 'number') return;
        onPlace({
          lat: mapPoint.latitude,
          lng: mapPoint.longitude,
          x: mapPoint.x,
          y: mapPoint.y,
          wkid: mapPoint.spatialReference.latestWkid ?? mapPoint.spatialReference.wkid ?? 0,
        });
      });
    const handle = listenTo(view, pick);
    // Graphics are on the flat map only.
    const stopScene = whileInScene(view, (scene) => {
      const inScene = listenTo(scene.view, () => false);
      return () => inScene.remove();
    });
    return () => {
      handle.remove();
      stopScene();
    };
  });
}

const metresPerDegree = 111_320;

/**
 * The extent in degrees of a map of this size in pixels, covering all directions when it is rotated. Undefined until it
 * is stationary.
 */
export function shownArea(
  { place, metresPerPixel }: Pick<MapState, 'place' | 'metresPerPixel'>,
  size: { width: number; height: number },
): ShownArea | undefined {
  if (!place || metresPerPixel <= 0) return undefined;
  const around = Math.hypot(size.width, size.height);
  const { width, height } = place.rotation === 0 ? size : { width: around, height: around };
  const north = (height * metresPerPixel) / 2 / metresPerDegree;
  const east =
    (width * metresPerPixel) / 2 / metresPerDegree / Math.max(0.01, Math.cos((place.lat * Math.PI) / 180));
  const within = (degrees: number, max: number) => Math.min(max, Math.max(-max, degrees));
  return {
    west: within(place.lng - east, 180),
    south: within(place.lat - north, 90),
    east: within(place.lng + east, 180),
    north: within(place.lat + north, 90),
    zoom: Math.min(30, place.zoom),
  };
}
