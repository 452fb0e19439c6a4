import { mercatorLimit } from '../../../wire/geometry/web-mercator.ts';
import { parseWkid } from '../../platform/arcgis/parse-wkid.ts';
import { createRequire } from 'node:module';
import proj4, { type Converter } from 'proj4';
import { type Envelope, geometryError } from './geometry.ts';
import { boundMollweide } from './mollweide.ts';

boundMollweide();

/** Esri's own codes for spatial references that have another EPSG code. */
const aliases: Record<number, number> = { 102100: 3857, 102113: 3857, 900913: 3857, 104115: 4326 };

/** A spatial reference as ArcGIS clients write it. */
export type WireSpatialReference = { wkid: number; latestWkid: number } | { wkt: string };

/** The code used for storage and computation: 3857 for 102100. */
export function canonicalWkid(wkid: number): number {
  return aliases[wkid] ?? wkid;
}

/** A spatial reference for clients: 3857 is written as 102100, with 3857 as the newer name. */
export function wireSpatialReference(wkid: number): WireSpatialReference {
  const wkt = texts.get(wkid);
  if (wkt !== undefined) return { wkt };
  return wkid === 3857 ? { wkid: 102100, latestWkid: 3857 } : { wkid, latestWkid: wkid };
}

/** Well-known texts of requests, by codes of this process; such a code is negative and is never stored. */
const texts = new Map<number, string>();
/** Texts that are remembered, and characters of one. */
const [maxTexts, longestText] = [200, 4000];
let lastText = 0;

/**
 * The code of a spatial reference that a request writes as well-known text.
 * @throws MappingError `services:invalid-geometry` (400)
 */
function codeOfText(wkt: string, path: string): number {
  for (const [code, text] of texts) if (text === wkt) return code;
  const converter = wkt.length <= longestText ? readConverter(wkt) : undefined;
  if (!converter) throw geometryError(path, 'The well-known text of the spatial reference cannot be read.');
  lastText -= 1;
  texts.set(lastText, wkt);
  projections.set(lastText, converter);
  const [oldest] = texts.keys();
  if (texts.size > maxTexts && oldest !== undefined) {
    texts.delete(oldest);
    projections.delete(oldest);
  }
  return lastText;
}

function readConverter(wkt: string): Converter | undefined {
  try {
    const converter = proj4('EPSG:4326', wkt);
    return converter.forward([0, 0]).some(Number.isFinite) ? converter : undefined;
  } catch {
    return undefined;
  }
}

let epsg: Map<number, string> | undefined;

/** Loads the definitions when the first uncommon code is used: most servers never need them. */
function definitions(): Map<number, string> {
  const load = createRequire(import.meta.url);
  epsg ??= new Map(
    (load('proj4js-definitions/proj4js-definitions.json') as [string, string][]).map(([name, definition]) => [
      Number(name.slice('EPSG:'.length)),
      definition,
    ]),
  );
  return epsg;
}

/** Whether coordinates with this code, which may be stored, can be converted. */
export function isKnownWkid(wkid: number): boolean {
  return wkid === 4326 || wkid === 3857 || definitions().has(wkid);
}

const projections = new Map<number, Converter>();

/** Converts from WGS84 degrees (`forward`) and back (`inverse`). */
export function converterOf(wkid: number, path: string): Converter {
  const known = projections.get(wkid);
  if (known) return known;
  const definition = wkid === 4326 || wkid === 3857 ? `EPSG:${wkid}` : definitions().get(wkid);
  if (definition === undefined) throw geometryError(path, `The spatial reference ${wkid} is not known here.`);
  const converter = proj4('EPSG:4326', definition);
  projections.set(wkid, converter);
  return converter;
}

/** Whether the coordinates are degrees. */
export function isGeographic(wkid: number): boolean {
  if (wkid === 4326) return true;
  if (wkid === 3857) return false;
  const wkt = texts.get(wkid);
  if (wkt !== undefined) return /^\s*GEO[GD]/i.test(wkt);
  return /\+proj=longlat/.test(definitions().get(wkid) ?? '');
}

/** Metres of one unit of the coordinates; 1 for degrees. */
export function metresPerUnit(wkid: number): number {
  const { to_meter: metres } = (converterOf(wkid, 'sr').oProj ?? {}) as { to_meter?: number };
  return metres ?? 1;
}

/** Width of the whole world where x wraps around the antimeridian; undefined for local systems. */
export function worldWidth(wkid: number): number | undefined {
  if (wkid === 3857) return 2 * mercatorLimit;
  return isGeographic(wkid) ? 360 : undefined;
}

/**
 * Whether an envelope may be of a place: clients write up to a turn beyond the antimeridian. One coordinate far outside would make
 * the extent of its whole layer useless.
 */
export function isWithinDomain({ xmin, ymin, xmax, ymax }: Envelope, wkid: number): boolean {
  const width = worldWidth(wkid);
  const most = width === undefined ? 1e9 : 1.5 * width;
  // Some data have rounded poles; files with them are accepted, too.
  const north = isGeographic(wkid) ? 90.000_001 : most;
  return xmin >= -most && xmax <= most && ymin >= -north && ymax <= north;
}

/**
 * Reads a spatial reference that can be computed with; undefined when it is absent.
 * @throws MappingError `services:invalid-geometry` (400)
 */
export function readSpatialReference(value: unknown, path: string): number | undefined {
  const invalid = (problem: string) => geometryError(path, problem);
  const wkid = parseWkid(value, invalid, (wkt) => codeOfText(wkt, path));
  if (wkid === undefined || texts.has(wkid)) return wkid;
  const canonical = canonicalWkid(wkid);
  if (!isKnownWkid(canonical)) throw geometryError(path, `The spatial reference ${wkid} is not known here.`);
  return canonical;
}
