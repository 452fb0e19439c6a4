import { MappingError } from '../../../wire/errors.ts';

/** WGS84 degrees; west is greater than east where the box crosses the 180th meridian. */
export interface BoundingBox {
  west: number;
  south: number;
  east: number;
  north: number;
}

/**
 * Reads `bbox`, `xmin,ymin,xmax,ymax`.
 * @throws MappingError `portal:invalid-bbox`, status 400
 */
export function readBoundingBox(text: string | undefined): BoundingBox | undefined {
  if (text === undefined) return undefined;
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN, ...more] = text
    .split(',')
    .map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const box = { west, south, east, north };
  if (more.length > 0 || !Object.values(box).every(Number.isFinite) || south > north) {
    throw new MappingError('portal:invalid-bbox', '“bbox” is xmin,ymin,xmax,ymax in degrees.', {
      status: 400,
      faults: [{ path: 'bbox', message: 'Give four numbers: west,south,east,north, south not above north.' }],
    });
  }
  return box;
}

/** The box as one or two that do not cross the 180th meridian. */
export function splitAtDateLine(box: BoundingBox): BoundingBox[] {
  if (box.west <= box.east) return [box];
  return [
    { ...box, east: 180 },
    { ...box, west: -180 },
  ];
}
