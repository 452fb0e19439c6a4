import type { LonLat } from '../../../../wire/geometry/web-mercator.ts';
import { groundDistance, wrapLongitude } from '../../../../wire/geometry/web-mercator.ts';

/** Side of a cell in degrees: about 5.5 km north to south. The index of words by place is made of these. */
const side = 0.05;
const columns = Math.round(360 / side);
const rows = Math.round(180 / side);

/** How far the cells round a place reach, in degrees of latitude and as a distance on the ground. */
const reach = 0.25;

/** Most cells that one question may name. */
export const mostCells = 400;

export type Box = readonly [west: number, south: number, east: number, north: number];

/** The number of the cell a place lies in. */
export function cellOf({ longitude, latitude }: LonLat): number {
  return rowOf(latitude) * columns + columnOf(wrapLongitude(longitude));
}

/** The cells round a place, the nearest first. */
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
  ).slice(0, mostCells);
}

/** The cells of a box when they are few enough to be looked into one by one; undefined when they are not. */
export function cellsWithin(box: Box): number[] | undefined {
  const [west, south, east, north] = box;
  if (((east - west) / side + 2) * ((north - south) / side + 2) > mostCells) return undefined;
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
