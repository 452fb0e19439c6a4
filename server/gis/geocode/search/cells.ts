import type { LonLat } from '../../../../wire/geometry/web-mercator.ts';
import { groundDistance, wrapLongitude } from '../../../../wire/geometry/web-mercator.ts';

/** Side of a cell in degrees: about 5.5 km north to south. Cells of the spatial index of words. */
const side = 0.05;
const columns = Math.round(360 / side);
const rows = Math.round(180 / side);

/** Reach of the cells around a place, in degrees of latitude and as a distance on the ground. */
const reach = 0.25;

/** Maximum number of cells of one query. */
export const maxCells = 400;

export type Box = readonly [west: number, south: number, east: number, north: number];

/** The number of a place's cell. */
export function cellOf({ longitude, latitude }: LonLat): number {
  return rowOf(latitude) * columns + columnOf(wrapLongitude(longitude));
}

/** The cells around a place, the nearest first. */
export function cellsAround(place: LonLat): number[] {
  const stretch = Math.min(3, 1 / Math.max(0.1, Math.cos((place.latitude * Math.PI) / 180)));
  return cellsOfBox(
    [
      place.longitude - reach * stretch,
      place.latitude - reach,
      place.longitude + reach * stretch,
      place.latitude + reach,
    ],
    place,
  ).slice(0, maxCells);
}

/** The cells of a box, if few enough to be read one by one; else undefined. */
export function cellsWithin(box: Box): number[] | undefined {
  const [west, south, east, north] = box;
  if (((east - west) / side + 2) * ((north - south) / side + 2) > maxCells) return undefined;
  return cellsOfBox(box, { longitude: (west + east) / 2, latitude: (south + north) / 2 });
}

function cellsOfBox([west, south, east, north]: Box, middle: LonLat): number[] {
  const found: { cell: number; distance: number }[] = [];
  const firstColumn = Math.floor((west + 180) / side);
  const lastColumn = Math.floor((east + 180) / side);
  for (let row = rowOf(south); row <= rowOf(north); row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      const centre = { longitude: (column + 0.5) * side - 180, latitude: (row + 0.5) * side - 90 };
      const wrapped = ((column % columns) + columns) % columns;
      found.push({ cell: row * columns + wrapped, distance: groundDistance(centre, middle) });
    }
  }
  return found.sort((a, b) => a.distance - b.distance).map(({ cell }) => cell);
}

function rowOf(latitude: number): number {
  return Math.max(0, Math.min(rows - 1, Math.floor((latitude + 90) / side)));
}

function columnOf(longitude: number): number {
  return Math.floor((longitude + 180) / side) % columns;
}
