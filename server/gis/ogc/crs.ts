import { MappingError } from '../../../wire/errors.ts';
import type { HostedLayer } from '../layer/layer.ts';

/** Longitude and latitude in degrees: the default of GeoJSON and of every coordinate in a request. */
export const crs84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';

const epsg = 'http://www.opengis.net/def/crs/EPSG/0/';

/** A coordinate reference system of a request: its code, and whether its first axis points north. */
export interface Crs {
  uri: string;
  wkid: number;
  northFirst: boolean;
}

/** Ranges of EPSG codes whose axes are known: first and last code, and whether the first axis points north. */
const knownAxes: readonly [number, number, boolean][] = [
  [4326, 4326, true],
  [4258, 4258, true],
  [4269, 4269, true],
  [3035, 3035, true],
  [2180, 2180, true],
  [3857, 3857, false],
  [2154, 2154, false],
  [27700, 27700, false],
  [28992, 28992, false],
  [25828, 25838, false],
  [32601, 32660, false],
  [32701, 32760, false],
];

function epsgCrs(wkid: number): Crs | undefined {
  const range = knownAxes.find(([first, last]) => wkid >= first && wkid <= last);
  return range && { uri: `${epsg}${wkid}`, wkid, northFirst: range[2] };
}

/** The systems in which a collection can be requested, its own among them where the order of its axes is known. */
export function crsOf(layer: HostedLayer): Crs[] {
  const codes = [...new Set([4326, 3857, layer.wkid])];
  return [{ uri: crs84, wkid: 4326, northFirst: false }, ...codes.flatMap((wkid) => epsgCrs(wkid) ?? [])];
}

/** The system in which a collection is stored, if it can be requested. */
export function storageCrs(layer: HostedLayer): string | undefined {
  return layer.wkid === 4326 ? crs84 : epsgCrs(layer.wkid)?.uri;
}

/**
 * Reads `crs`, `bbox-crs` and `filter-crs`: one of the systems of the collection, by its URI.
 * @throws MappingError `ogc:invalid-parameter` (400)
 */
export function readCrs(text: string | undefined, name: string, layer: HostedLayer): Crs {
  const all = crsOf(layer);
  const found = all.find(({ uri }) => uri === (text ?? crs84));
  if (found) return found;
  throw invalidParameter(name, `Expected one of ${all.map(({ uri }) => uri).join(', ')}.`);
}

/** A parameter that does not fit: 400. */
export function invalidParameter(name: string, problem: string): MappingError {
  return new MappingError('ogc:invalid-parameter', `Invalid parameter ${name}: ${problem}`, {
    status: 400,
    faults: [{ path: name, message: problem }],
  });
}

/** Exchanges the first two numbers of every position of GeoJSON coordinates, in place. */
export function swapAxes(coordinates: unknown): void {
  if (!Array.isArray(coordinates)) return;
  if (typeof coordinates[0] === 'number') {
    const [first, second] = coordinates as unknown[];
    coordinates[0] = second;
    coordinates[1] = first;
  } else coordinates.forEach(swapAxes);
}
