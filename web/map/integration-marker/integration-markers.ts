import type { ShownArea } from '../../../wire/integration-messages.ts';
import type { MapModel, MapPoint } from '../map-model.ts';
import type { IntegrationMarkers, MarkerScene } from './marker-scene.ts';
import { shownArea } from './shown-area.ts';

/** Shows the places of integrations over a map. The SDK's part is loaded at the first drawing. */
export function integrationMarkers(model: MapModel): IntegrationMarkers {
  let gone = false;
  let latest: MarkerScene | undefined;
  let begun: IntegrationMarkers | undefined;
  const drawing = import('./draw-markers.ts').then(({ startDrawing }) => {
    const started = model.withInternals(startDrawing);
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

/** What the map shows just now. */
export function areaOf(model: MapModel): ShownArea | undefined {
  return model.withInternals(({ view }) => shownArea(model.state.get(), view));
}

/** Shows a cross instead of the hand while a click chooses a place; returns how to stop. */
export function aim(model: MapModel): () => void {
  return model.withInternals(({ view }) => {
    const { classList } = view.container as HTMLElement;
    classList.add('aiming');
    return () => classList.remove('aiming');
  });
}

export interface ClickTakers {
  /** Whether something drawn at a spot of the view, in pixels, takes the click. */
  pick: (spot: { x: number; y: number }) => boolean;
  /** Takes every other click, for the pin tool; without it those ask the map what is there, as always. */
  onPlace?: ((place: MapPoint) => void) | undefined;
}

/**
 * Takes clicks on the map until it is stopped, before popups hear of them. Those of a tool that is being used are left to it.
 * @returns how to stop
 */
export function takeClicks(model: MapModel, { pick, onPlace }: ClickTakers): () => void {
  return model.withInternals(({ view, clicksClaimed }) => {
    const handle = view.on('click', (event) => {
      if (clicksClaimed()) return;
      const picked = pick({ x: event.x, y: event.y });
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
    return () => handle.remove();
  });
}
