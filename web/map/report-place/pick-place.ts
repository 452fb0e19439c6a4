import { fromJSON } from '@arcgis/core/geometry/support/jsonUtils.js';
import { webMercatorToGeographic } from '@arcgis/core/geometry/support/webMercatorUtils.js';
import * as projectOperator from '@arcgis/core/geometry/operators/projectOperator.js';
import Point from '@arcgis/core/geometry/Point.js';
import type Polygon from '@arcgis/core/geometry/Polygon.js';
import type Polyline from '@arcgis/core/geometry/Polyline.js';
import SpatialReference from '@arcgis/core/geometry/SpatialReference.js';
import Graphic from '@arcgis/core/Graphic.js';
import GraphicsLayer from '@arcgis/core/layers/GraphicsLayer.js';
import SimpleFillSymbol from '@arcgis/core/symbols/SimpleFillSymbol.js';
import SimpleLineSymbol from '@arcgis/core/symbols/SimpleLineSymbol.js';
import SimpleMarkerSymbol from '@arcgis/core/symbols/SimpleMarkerSymbol.js';
import type MapView from '@arcgis/core/views/MapView.js';
import type SceneView from '@arcgis/core/views/SceneView.js';
import SketchViewModel from '@arcgis/core/widgets/Sketch/SketchViewModel.js';
import { wrapLongitude } from '../../../wire/geometry/web-mercator.ts';
import type { MapInternals } from '../map-model.ts';
import { whileInScene } from '../scene/scene-over.ts';
import type { Place, PlaceShape, ReportPlacePicker } from './report-place.ts';

const color = '#c2410c';
/** Scale denominator at which a place that was found is shown. */
const closeScale = 3000;

export async function openPicker(
  internals: MapInternals,
  shape: PlaceShape,
  onPlace: (place: Place) => void,
): Promise<ReportPlacePicker> {
  const { view, onLeave } = internals;
  const shown: Graphic[] = [];
  const clear = () => {
    if (!view.destroyed) view.graphics.removeMany(shown);
    shown.length = 0;
  };
  const draw = (place: Place) => {
    clear();
    const geometry = fromJSON({ ...place, spatialReference: { wkid: 4326 } }) as Graphic['geometry'];
    shown.push(new Graphic({ geometry: geometry ?? null, symbol: symbolOf(place) }));
    view.graphics.addMany(shown);
  };
  const choose = (place: Place) => {
    draw(place);
    onPlace(place);
  };
  const picker =
    shape === 'point' ? pickPoints(internals, choose) : await drawShape(internals, shape, choose);
  const close = () => {
    unregister();
    picker.close();
    clear();
  };
  const unregister = onLeave(close);
  return {
    show(place) {
      if (view.destroyed) return;
      if (place) draw(place);
      else {
        clear();
        picker.again();
      }
    },
    goTo(longitude, latitude) {
      const target = new Point({ longitude, latitude });
      void view.goTo({ target, scale: Math.min(view.scale, closeScale) }).catch(() => {});
    },
    finish: () => picker.finish(),
    close,
  };
}

interface Picker {
  again(): void;
  finish(): void;
  close(): void;
}

function pickPoints({ view, claimClicks }: MapInternals, choose: (place: Place) => void): Picker {
  const release = claimClicks();
  const take = (point: Point | null | undefined) => {
    const { latitude, longitude } = point ?? {};
    if (typeof latitude !== 'number' || typeof longitude !== 'number') return;
    choose({ x: round(wrapLongitude(longitude)), y: round(latitude) });
  };
  const listenTo = (shown: MapView | SceneView) => {
    const clicks = shown.on('click', (event) => {
      event.stopPropagation();
      take(event.mapPoint);
    });
    const keys = shown.on('key-down', (event) => {
      if (event.key !== 'Enter') return;
      event.stopPropagation();
      take(shown.center);
    });
    return () => {
      clicks.remove();
      keys.remove();
    };
  };
  const stop = listenTo(view);
  const stopScene = whileInScene(view, (scene) => listenTo(scene.view));
  return {
    again: () => {},
    finish: () => {},
    close() {
      stop();
      stopScene();
      release();
    },
  };
}

async function drawShape(
  { view, claimClicks, holdClicks }: MapInternals,
  shape: Exclude<PlaceShape, 'point'>,
  choose: (place: Place) => void,
): Promise<Picker> {
  const release = claimClicks();
  // `hide` keeps it out of lists of layers.
  const layer = new GraphicsLayer({ listMode: 'hide' });
  view.map?.add(layer);
  const sketch = new SketchViewModel({ view, layer, updateOnGraphicClick: false, creationMode: 'single' });
  sketch.on('create', async ({ state, graphic }) => {
    if (state !== 'complete') return;
    const drawn = graphic?.geometry;
    layer.removeAll();
    const { paths, rings } = (drawn && (await inDegrees(drawn))) ?? {};
    if (!paths && !rings) return;
    const place = paths ? { paths: paths.map(roundAll) } : { rings: (rings ?? []).map(roundAll) };
    choose(place);
  });
  const close = () => {
    sketch.cancel();
    sketch.destroy();
    if (!view.destroyed) view.map?.remove(layer);
    release();
  };
  // Until the SDK's drawing code has loaded a double-click would zoom.
  const letGo = holdClicks();
  try {
    await sketch.create(shape);
  } catch (cause) {
    close();
    throw cause;
  } finally {
    letGo();
  }
  return { again: () => void sketch.create(shape), finish: () => sketch.complete(), close };
}

/** A line or area in WGS 84, from any spatial reference of a map. */
async function inDegrees(
  geometry: NonNullable<Graphic['geometry']>,
): Promise<{ paths?: number[][][]; rings?: number[][][] } | null | undefined> {
  const { isWGS84, isWebMercator } = geometry.spatialReference ?? {};
  if (isWGS84) return geometry as Polyline | Polygon;
  if (isWebMercator) return webMercatorToGeographic(geometry) as Polyline | Polygon;
  await projectOperator.load();
  return projectOperator.execute(geometry as Polyline, SpatialReference.WGS84) as Polyline | Polygon | null;
}

const round = (value: number) => Math.round(value * 1e7) / 1e7;
const roundAll = (points: readonly number[][]) =>
  points.map(([longitude = 0, latitude = 0]) => [round(longitude), round(latitude)]);

function symbolOf(place: Place) {
  if ('paths' in place) return new SimpleLineSymbol({ color, width: 4 });
  if ('rings' in place)
    return new SimpleFillSymbol({ color: [194, 65, 12, 0.25], outline: { color, width: 2.5 } });
  return new SimpleMarkerSymbol({
    path: 'M12 2C7.6 2 4 5.6 4 10c0 6 8 12 8 12s8-6 8-12c0-4.4-3.6-8-8-8zm0 11a3 3 0 1 1 0-6 3 3 0 0 1 0 6z',
    size: 34,
    yoffset: 17,
    color,
    outline: { color: '#ffffff', width: 1.5 },
  });
}
