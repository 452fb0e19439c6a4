import geographiclib from 'geographiclib-geodesic';
import { parameterError, type Parameters } from '../../platform/arcgis/parameters.ts';
import { parseJson } from '../../platform/safety/json-shape.ts';
import { type Geometry, keepDimensions, partsOf } from '../geometry/geometry.ts';
import { projectGeometry, projectorBetween } from '../geometry/project.ts';
import { distanceUnits } from '../geometry/relations/within-distance.ts';
import { middleOf, planeAround } from '../geometry/plane.ts';
import { signedArea } from '../geometry/rings.ts';
import { isGeographic, metresPerUnit } from '../geometry/spatial-reference.ts';

const { Geodesic } = geographiclib;

/** Metres of linear units by their code (EPSG, and Esri's from 109000). */
const metres: ReadonlyMap<string, number> = new Map([
  ['9001', 1],
  ['9002', 0.3048],
  ['9003', 1200 / 3937],
  ['9014', 1.8288],
  ['9030', 1852],
  ['9035', 1609.3472186944],
  ['9036', 1000],
  ['9093', 1609.344],
  ['9096', 0.9144],
  ['109001', 0.9144],
  ['109005', 0.1],
  ['109006', 0.01],
  ['109007', 0.001],
  ['109008', 0.0254],
  ['109009', 0.0254],
  ['109012', 1852],
  ['109013', 1853.248],
]);

const squareMetres: ReadonlyMap<string, number> = new Map([
  ['esriSquareMeters', 1],
  ['esriSquareKilometers', 1e6],
  ['esriHectares', 1e4],
  ['esriAres', 100],
  ['esriAcres', 4046.8564224],
  ['esriSquareFeet', 0.09290304],
  ['esriSquareYards', 0.83612736],
  ['esriSquareMiles', 2589988.110336],
  ['esriSquareInches', 0.00064516],
  ['esriSquareMillimeters', 1e-6],
  ['esriSquareCentimeters', 1e-4],
  ['esriSquareDecimeters', 0.01],
  ['esriAcresUS', 4046.872609874],
  ['esriSquareMilesUS', 2589998.470319521],
]);

/** Metres of the unit that a parameter names; undefined when it is absent. */
export function readLinearUnit(parameters: Parameters, name: string): number | undefined {
  const text = parameters.text(name)?.trim();
  if (text === undefined) return undefined;
  const unit = distanceUnits.get(text) ?? metres.get(text);
  if (unit === undefined)
    throw parameterError(name, 'Expected the code of a linear unit, such as 9001 (metre).');
  return unit;
}

/** Square metres of the unit of `areaUnit`; undefined when it is absent. */
export function readAreaUnit(parameters: Parameters): number | undefined {
  const text = parameters.text('areaUnit')?.trim();
  if (text === undefined) return undefined;
  const named = text.startsWith('{') ? String(areaUnitOf(text)) : text;
  const linear = metres.get(named);
  const unit = squareMetres.get(named) ?? (linear && linear * linear);
  if (!unit) throw parameterError('areaUnit', 'Expected a unit such as {"areaUnit":"esriSquareMeters"}.');
  return unit;
}

function areaUnitOf(text: string): unknown {
  try {
    return (parseJson(text) as { areaUnit?: unknown }).areaUnit;
  } catch {
    throw parameterError('areaUnit', 'Not valid JSON.');
  }
}

/** In degrees of WGS84; throws where it cannot be projected. */
export function inDegrees(geometry: Geometry, wkid: number, name: string): Geometry {
  const degrees = projectGeometry(geometry, projectorBetween(wkid, 4326, name));
  if (degrees) return degrees;
  throw parameterError(name, 'A geometry is outside its spatial reference.');
}

/** Length of a geodesic between two positions in degrees, in metres. */
export function geodesicDistance(a: readonly [number, number], b: readonly [number, number]): number {
  return Geodesic.WGS84.Inverse(a[1], a[0], b[1], b[0], Geodesic.DISTANCE).s12 ?? Number.NaN;
}

/** Length of the lines or rings, in metres on the ellipsoid. */
export function geodesicLength(geometry: Geometry): number {
  return sumSegments(geometry, (ax, ay, bx, by) =>
    ax === bx && ay === by ? 0 : geodesicDistance([ax, ay], [bx, by]),
  );
}

/** Length in the units of the coordinates. */
export function planarLength(geometry: Geometry): number {
  return sumSegments(geometry, (ax, ay, bx, by) => Math.hypot(bx - ax, by - ay));
}

function sumSegments(
  geometry: Geometry,
  length: (ax: number, ay: number, bx: number, by: number) => number,
): number {
  const { coordinates, parts } = keepDimensions(geometry, false, false);
  let sum = 0;
  let at = 0;
  for (const count of parts) {
    for (let vertex = at + 1; vertex < at + count; vertex += 1) {
      const [ax = 0, ay = 0, bx = 0, by = 0] = coordinates.subarray(2 * vertex - 2, 2 * vertex + 2);
      sum += length(ax, ay, bx, by);
    }
    at += count;
  }
  return sum;
}

/** Area in the squared units of the coordinates; holes are subtracted. */
export function planarArea(geometry: Geometry): number {
  const { coordinates } = keepDimensions(geometry, false, false);
  let at = 0;
  let sum = 0;
  for (const count of partsOf(geometry)) {
    sum -= signedArea(coordinates, 2, 2 * at, 2 * (at + count)) / 2;
    at += count;
  }
  return Math.abs(sum);
}

/** Longest edge of an area, in degrees, before it is divided; longer where that would add too many vertices. */
const longestEdge = 0.5;
const maxAdded = 100_000;

/** Area on the ellipsoid in square metres, of a polygon in degrees whose edges are straight in degrees. */
export function geodesicArea(geometry: Geometry): number {
  const dense = densified(geometry, Math.max(longestEdge, planarLength(geometry) / maxAdded));
  const placed = projectGeometry(dense, planeAround('cea', middleOf(geometry)).to);
  return placed ? planarArea(placed) : Number.NaN;
}

/** The same line with vertices at most this far apart. */
export function densified(geometry: Geometry, apart: number): Geometry {
  const flat = keepDimensions(geometry, false, false);
  const coordinates: number[] = [];
  const parts: number[] = [];
  let at = 0;
  for (const count of partsOf(flat)) {
    const before = coordinates.length;
    for (let vertex = at; vertex < at + count; vertex += 1) {
      const [x = 0, y = 0] = flat.coordinates.subarray(2 * vertex, 2 * vertex + 2);
      if (vertex > at) {
        const [px = 0, py = 0] = flat.coordinates.subarray(2 * vertex - 2, 2 * vertex);
        const steps = Math.ceil(Math.hypot(x - px, y - py) / apart);
        for (let step = 1; step < steps; step += 1)
          coordinates.push(px + ((x - px) * step) / steps, py + ((y - py) * step) / steps);
      }
      coordinates.push(x, y);
    }
    parts.push((coordinates.length - before) / 2);
    at += count;
  }
  const isLine = geometry.kind === 'polyline' || geometry.kind === 'polygon';
  return isLine ? { ...flat, coordinates: Float64Array.from(coordinates), parts } : flat;
}

/** Metres of one unit of a projected system; degrees have none. */
export function unitOf(wkid: number): number | undefined {
  return isGeographic(wkid) ? undefined : metresPerUnit(wkid);
}
