import { watch } from '@arcgis/core/core/reactiveUtils.js';
import Point from '@arcgis/core/geometry/Point.js';
import Graphic from '@arcgis/core/Graphic.js';
import PictureMarkerSymbol from '@arcgis/core/symbols/PictureMarkerSymbol.js';
import SimpleLineSymbol from '@arcgis/core/symbols/SimpleLineSymbol.js';
import SimpleMarkerSymbol from '@arcgis/core/symbols/SimpleMarkerSymbol.js';
import type { MapInternals } from '../map-model.ts';
import type { IntegrationMarkers, Marker, MarkerGraphic, MarkerScene } from './integration-markers.ts';
import { conePicture, pinPicture, standPicture } from './marker-pictures.ts';

/** Half of a touch target; coverage points leave more of the map to popups. */
const reachPixels = 22;
const photoReachPixels = 9;

/** Draws markers as graphics of the view itself, not as a layer, so that they are never saved or listed. */
export function startDrawing({ view, onLeave }: MapInternals): IntegrationMarkers {
  let drawn: Graphic[] = [];
  // Hundreds of points, redrawn only when they change and not with every turn of a view.
  let points: { of: MarkerScene['graphics']; color: string; drawn: Graphic[] } | undefined;
  let scene: MarkerScene | undefined;
  const clear = () => {
    if (!view.destroyed) view.graphics.removeMany(drawn);
    drawn = [];
  };
  const drawPoints = ({ graphics, color }: MarkerScene) => {
    if (points?.of === graphics && points.color === color) return;
    const next = graphics.map((graphic) => graphicOf(graphic, color));
    if (points) view.graphics.removeMany(points.drawn);
    points = { of: graphics, color, drawn: next };
    // Below the markers.
    view.graphics.addMany(next, 0);
  };
  const draw = () => {
    clear();
    if (!scene || view.destroyed) return;
    const { markers, pin, color } = scene;
    drawPoints(scene);
    drawn = [
      ...(pin ? [at(pin, picture(pinPicture(color), 34, 0, 15))] : []),
      ...markers
        .toSorted((a, b) => Number(a.leading) - Number(b.leading))
        .map((marker) => at(marker, markerSymbol(marker, color, view.rotation))),
    ];
    view.graphics.addMany(drawn);
  };
  // Symbols are upright on the screen, so the cone must rotate with the map.
  const turning = watch(() => view.rotation, draw);
  const remove = () => {
    unregister();
    turning.remove();
    clear();
    if (points && !view.destroyed) view.graphics.removeMany(points.drawn);
    points = undefined;
  };
  const unregister = onLeave(remove);
  return {
    draw(next) {
      scene = next;
      draw();
    },
    keepInView({ lat, lng }) {
      const point = new Point({ latitude: lat, longitude: lng });
      const spot = view.toScreen(point);
      const { width, height } = view;
      const [marginX, marginY] = [width * 0.15, height * 0.15];
      const isInside =
        spot && spot.x > marginX && spot.x < width - marginX && spot.y > marginY && spot.y < height - marginY;
      // Another move before the map is stationary is not an error.
      if (!isInside && view.ready) void view.goTo({ center: point }).catch(() => {});
    },
    pickAt(spot) {
      const reached = (scene?.graphics ?? []).flatMap((graphic) => {
        const { geometry, properties } = graphic;
        if (geometry.type !== 'Point' || properties.key === undefined) return [];
        const [longitude, latitude] = geometry.coordinates;
        const drawnAt = view.toScreen(new Point({ latitude, longitude }));
        const away = drawnAt ? Math.hypot(drawnAt.x - spot.x, drawnAt.y - spot.y) : Infinity;
        return away <= (properties.kind === 'photo' ? photoReachPixels : reachPixels)
          ? [{ graphic, away }]
          : [];
      });
      return reached.toSorted((a, b) => a.away - b.away)[0]?.graphic;
    },
    remove,
  };
}

function markerSymbol({ heading, leading }: Marker, color: string, rotation: number): PictureMarkerSymbol {
  if (heading === undefined) return picture(standPicture(color, leading), 28, 0);
  return picture(conePicture(color, leading), 112, heading + rotation);
}

function graphicOf({ geometry, properties }: MarkerGraphic, fallback: string): Graphic {
  const color = properties.color ?? fallback;
  if (geometry.type === 'LineString')
    return new Graphic({
      geometry: { type: 'polyline', paths: [geometry.coordinates], spatialReference: { wkid: 4326 } },
      symbol: new SimpleLineSymbol({ color, width: 3 }),
    });
  const [lng, lat] = geometry.coordinates;
  const size = properties.kind === 'photo' ? 8 : 13;
  const style = ({ request: 'diamond', inspection: 'square' } as const)[properties.kind] ?? 'circle';
  return at(
    { lat, lng },
    new SimpleMarkerSymbol({ color, size, style, outline: { color: 'white', width: 1.5 } }),
  );
}

function at(
  { lat, lng }: { lat: number; lng: number },
  symbol: PictureMarkerSymbol | SimpleMarkerSymbol,
): Graphic {
  return new Graphic({ geometry: new Point({ latitude: lat, longitude: lng }), symbol });
}

function picture(svg: string, size: number, angle: number, yoffset = 0): PictureMarkerSymbol {
  return new PictureMarkerSymbol({
    url: `data:image/svg+xml;base64,${btoa(svg)}`,
    width: `${size}px`,
    height: `${size}px`,
    angle,
    yoffset: `${yoffset}px`,
  });
}
