import type { MapModel, MapPoint } from '../map-model.ts';

/** Where an integration stands and looks. Degrees; heading clockwise from north. */
export interface Marker {
  id: string;
  lat: number;
  lng: number;
  heading?: number | undefined;
  /** Whether it is the one the others follow; it is drawn stronger. */
  leading: boolean;
}

/** Something an integration shows on the map: a photo's place, a work order. */
export interface MarkerGraphic {
  geometry:
    | { type: 'Point'; coordinates: [number, number] }
    | { type: 'LineString'; coordinates: [number, number][] };
  properties: { kind: string; color?: string | undefined };
}

export interface MarkerScene {
  markers: readonly Marker[];
  /** The place the person chose. */
  pin: { lat: number; lng: number } | undefined;
  graphics: readonly MarkerGraphic[];
  /** `#rrggbb` of the cone and of the pin. */
  color: string;
}

export interface IntegrationMarkers {
  draw(scene: MarkerScene): void;
  /** Moves the map when a place is outside of what is seen, or near its edge. */
  keepInView(place: { lat: number; lng: number }): void;
  remove(): void;
}

/** Shows the places of integrations over a map. The SDK's part is loaded at the first drawing. */
export function integrationMarkers(model: MapModel): IntegrationMarkers {
  let gone = false;
  let latest: MarkerScene | undefined;
  const drawing = import('./draw-markers.ts').then(({ startDrawing }) => {
    const started = model.reach(startDrawing);
    if (gone) started.remove();
    else if (latest) started.draw(latest);
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
    remove() {
      then((started) => started.remove());
      gone = true;
    },
  };
}

/**
 * Takes every click on the map until it is stopped, before popups hear of it.
 * @returns how to stop
 */
export function takeClicks(model: MapModel, onPlace: (place: MapPoint) => void): () => void {
  return model.reach(({ view }) => {
    const handle = view.on('click', (event) => {
      event.stopPropagation();
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
    return () => handle.remove();
  });
}
