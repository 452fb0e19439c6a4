import type { MapModel, MapPoint } from '../map-model.ts';
import type { IntegrationMarkers, MarkerScene } from './marker-scene.ts';

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
