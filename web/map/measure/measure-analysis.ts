import Graphic from '@arcgis/core/Graphic.js';
import AreaMeasurementAnalysis from '@arcgis/core/analysis/AreaMeasurementAnalysis.js';
import DistanceMeasurementAnalysis from '@arcgis/core/analysis/DistanceMeasurementAnalysis.js';
import { watch } from '@arcgis/core/core/reactiveUtils.js';
import Circle from '@arcgis/core/geometry/Circle.js';
import * as geodetic from '@arcgis/core/geometry/operators/geodeticUtilsOperator.js';
import Point from '@arcgis/core/geometry/Point.js';
import Polygon from '@arcgis/core/geometry/Polygon.js';
import Polyline from '@arcgis/core/geometry/Polyline.js';
import * as webMercatorUtils from '@arcgis/core/geometry/support/webMercatorUtils.js';
import SimpleMarkerSymbol from '@arcgis/core/symbols/SimpleMarkerSymbol.js';
import type AreaMeasurementAnalysisView2D from '@arcgis/core/views/2d/analysis/AreaMeasurementAnalysisView2D.js';
import type DistanceMeasurementAnalysisView2D from '@arcgis/core/views/2d/analysis/DistanceMeasurementAnalysisView2D.js';
import type { MapInternals, MapPoint } from '../map-model.ts';
import { pointOf } from '../sdk/place.ts';
import type { Corners } from './corners.ts';
import type { Measured, MeasureKind, Measurement } from './measure.ts';
import { type Leg, segmentsOf } from './segments.ts';
import { areaIn, lengthIn, type UnitSystem } from './units.ts';

type AnyView = DistanceMeasurementAnalysisView2D | AreaMeasurementAnalysisView2D;

const plurals = { meter: 'meters', kilometer: 'kilometers', foot: 'feet', mile: 'miles' } as const;

/** The SDK's measurements in square metres and metres, whatever its unit. */
function read(result: AnyView['result']): Measured {
  if (!result) return { length: 0, area: 0 };
  if ('length' in result) return { length: result.length.value * metresOf(result.length.unit), area: 0 };
  const { area, perimeter } = result;
  return {
    length: perimeter ? perimeter.value * metresOf(perimeter.unit) : 0,
    area: area ? area.value * metresOf(area.unit.replace(/^square-/, '')) ** 2 : 0,
  };
}

/** The SDK returns the metres of its own unit system. */
function metresOf(unit: string): number {
  return unit === 'kilometers' ? 1000 : unit === 'feet' ? 0.3048 : unit === 'miles' ? 1609.344 : 1;
}

/** Draws and measures the clicked vertices with the SDK's analyses; labels on the map use the panel's unit. */
export async function measure(
  { view, onLeave }: MapInternals,
  kind: MeasureKind,
  first: UnitSystem,
  { clicked, stop: stopClicks }: Corners,
  onMeasured: (measured: Measured) => void,
): Promise<Measurement> {
  let system = first;
  const distance = kind === 'distance' ? new DistanceMeasurementAnalysis() : undefined;
  const area = kind === 'distance' ? undefined : new AreaMeasurementAnalysis();
  const analysis = (distance ?? area) as DistanceMeasurementAnalysis;
  const showUnits = ({ length, area: size }: Measured) => {
    if (distance) distance.unit = plurals[lengthIn(length, system).unit];
    if (area) area.unit = areaIn(size, system).unit;
  };
  let closed = false;
  const stops = [stopClicks];
  const close = () => {
    if (closed) return;
    closed = true;
    unregister();
    for (const each of stops) each();
    if (!view.destroyed) view.analyses.remove(analysis);
    analysis.destroy();
  };
  const unregister = onLeave(close);
  showUnits({ length: 0, area: 0 });
  view.analyses.add(analysis);
  const [analysisView] = (await Promise.all([view.whenAnalysisView(analysis), geodetic.load()])) as [
    AnyView,
    void,
  ];
  const notify = () => {
    const measured = { ...read(analysisView.result), ...parts() };
    showUnits(measured);
    onMeasured(measured);
  };
  const parts = (): Partial<Measured> => {
    if (kind === 'circle') return radius > 0 ? { radius } : {};
    const path = distance?.geometry?.paths[0] ?? area?.geometry?.rings[0] ?? [];
    const line = distance && clicked.get().done ? path.map(([x = 0, y = 0]) => [x, y] as const) : undefined;
    return { segments: segmentsOf(path.flatMap(degreesOf), legBetween), ...(line && { path: line }) };
  };
  const degreesOf = ([x = 0, y = 0]: number[]) => {
    const degrees = pointOf(new Point({ x, y, spatialReference: view.spatialReference }));
    return degrees ? [new Point({ longitude: degrees.lng, latitude: degrees.lat })] : [];
  };
  let radius = 0;
  const circleOf = (path: number[][]): Polygon | null => {
    const [center, edge] = path.flatMap(degreesOf);
    radius = center && edge ? legBetween(center, edge).distance : 0;
    if (!center || radius === 0) return null;
    const circle = new Circle({ center, radius, radiusUnit: 'meters', geodesic: true, numberOfPoints: 720 });
    return webMercatorUtils.canProject(circle, view.spatialReference)
      ? (webMercatorUtils.project(circle, view.spatialReference) as Polygon)
      : circle;
  };
  const draw = () => {
    const { corners, pointer, done } = clicked.get();
    const path = [...corners, ...(pointer ? [pointer] : [])].map(({ x, y }) => [x, y]);
    const { spatialReference } = view;
    const enough = path.length > 1;
    if (distance) distance.geometry = enough ? new Polyline({ paths: [path], spatialReference }) : null;
    if (area && kind === 'circle') area.geometry = enough ? circleOf(path) : null;
    else if (area) area.geometry = enough ? new Polygon({ rings: [ringOf(path)], spatialReference }) : null;
    // Its vertices can be moved afterwards.
    if (done) {
      analysisView.interactive = kind !== 'circle';
      notify();
    }
  };
  const handle = watch(() => analysisView.result, notify);
  stops.push(() => handle.remove(), clicked.subscribe(draw));
  draw();
  return {
    setSystem(next) {
      system = next;
      notify();
    },
    close,
  };
}

function legBetween(from: Point, to: Point): Leg {
  const { distance, azimuth12 } = geodetic.calculateDistanceAndAzimuth(from, to);
  return { distance, azimuth: azimuth12 };
}

function ringOf(path: number[][]): number[][] {
  return [...path, ...path.slice(0, 1)];
}

/** Every click is marked with a cross. */
export function pickPlaces(
  { view, claimClicks, takeHeldClicks, onLeave }: MapInternals,
  onPick: (point: MapPoint) => void,
): { close: () => void } {
  const release = claimClicks();
  const symbol = new SimpleMarkerSymbol({
    style: 'cross',
    size: 18,
    outline: { color: '#3f7d1f', width: 3 },
  });
  let mark: Graphic | undefined;
  const clear = () => {
    if (mark && !view.destroyed) view.graphics.remove(mark);
  };
  const pick = (place: Point | null | undefined) => {
    const point = pointOf(place);
    if (!place || !point) return;
    clear();
    mark = new Graphic({ geometry: place, symbol });
    view.graphics.add(mark);
    onPick(point);
  };
  // Not `click`, which waits for a second click and would ignore two quick ones.
  const clicks = view.on('immediate-click', ({ mapPoint, button }) => {
    if (button === 0) pick(mapPoint);
  });
  // As for the vertices of a measurement.
  const keys = view.on('key-down', (event) => {
    if (event.key !== ' ') return;
    event.stopPropagation();
    pick(view.center?.clone());
  });
  const doubles = view.on('double-click', (event) => event.stopPropagation());
  const { container } = view;
  if (container instanceof HTMLElement) container.style.cursor = 'crosshair';
  let closed = false;
  const close = () => {
    if (closed) return;
    closed = true;
    unregister();
    clicks.remove();
    keys.remove();
    doubles.remove();
    release();
    clear();
    if (container instanceof HTMLElement) container.style.cursor = '';
  };
  const unregister = onLeave(close);
  pick(takeHeldClicks().at(-1)?.mapPoint);
  return { close };
}
