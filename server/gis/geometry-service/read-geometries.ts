import { limits } from '../../limits.ts';
import { parameterError, type Parameters } from '../../platform/arcgis/parameters.ts';
import { parseJson } from '../../platform/safety/json-shape.ts';
import {
  emptyEsriGeometry,
  readEsriEnvelope,
  readEsriGeometry,
  writeEsriGeometry,
} from '../geometry/esri-json.ts';
import {
  envelopeAsGeometry,
  esriTypes,
  type EsriGeometryType,
  type Geometry,
  type GeometryKind,
  kindOf,
} from '../geometry/geometry.ts';
import { readSpatialReference } from '../geometry/spatial-reference.ts';

type Json = Record<string, unknown>;

/** Geometries of a request, null where one is empty, and their type. */
export interface Geometries {
  geometryType: EsriGeometryType;
  geometries: (Geometry | null)[];
}

/** The vertices of one request, counted before any geometry is read. */
export class VertexBudget {
  #left: number = limits.geometryServiceVertices;

  /** @throws MappingError `arcgis:invalid-parameter` (400) */
  spend(value: unknown, name: string): void {
    this.#left -= countVertices(value);
    if (this.#left < 0)
      throw parameterError(name, `Expected at most ${limits.geometryServiceVertices} vertices in all.`);
  }
}

function countVertices(value: unknown): number {
  if (Array.isArray(value)) {
    if (typeof value[0] === 'number') return 1;
    return value.reduce((sum: number, each: unknown) => sum + countVertices(each), 0);
  }
  if (typeof value !== 'object' || value === null) return 0;
  const { points, paths, rings, geometries, geometry } = value as Json;
  const parts = points ?? paths ?? rings ?? geometries ?? geometry;
  return parts === undefined ? 1 : countVertices(parts);
}

/**
 * Reads a list of geometries: `{"geometryType":…,"geometries":[…]}`, a list of them, or points as `x,y,x,y`.
 * @throws MappingError 400
 */
export function readGeometries(parameters: Parameters, name: string, budget: VertexBudget): Geometries {
  const text = parameters.text(name);
  if (text === undefined) throw parameterError(name, 'Specify the geometries.');
  const json = isJson(text) ? parsed(text, name) : pointsOf(text, name);
  const list = Array.isArray(json) ? json : (json as Json)['geometries'];
  if (!Array.isArray(list))
    throw parameterError(
      name,
      'url' in (json as Json) ? 'URLs of files are not supported.' : 'Expected a list of geometries.',
    );
  if (list.length > limits.geometryServiceGeometries)
    throw parameterError(name, `Expected at most ${limits.geometryServiceGeometries} geometries.`);
  budget.spend(list, name);
  const geometries = list.map((each: unknown, index) => readOne(each, `${name}.${index}`));
  const given = Array.isArray(json) ? undefined : (json as Json)['geometryType'];
  const kind = geometries.find((geometry) => geometry !== null)?.kind ?? kindOfType(given) ?? 'point';
  if (geometries.some((geometry) => geometry && geometry.kind !== kind))
    throw parameterError(name, 'Expected geometries of one type.');
  return { geometryType: esriTypes[kind], geometries };
}

/** Reads one geometry: `{"geometryType":…,"geometry":…}`, or the geometry itself. */
export function readGeometry(parameters: Parameters, name: string, budget: VertexBudget): Geometry | null {
  const text = parameters.text(name);
  if (text === undefined) throw parameterError(name, 'Specify the geometry.');
  const json = /^\s*\{/.test(text) ? (parsed(text, name) as Json) : pointsOf(text, name)[0];
  const given = json && 'geometry' in json ? json['geometry'] : json;
  budget.spend(given, name);
  return readOne(given, name);
}

/**
 * About how many geometries a request contains, or distances for each of them, before a thread reads them, and never less: JSON is
 * long, so only its braces are counted, one for each geometry and few around them. Numbers without braces (`x,y,x,y`) are counted in
 * pairs, distances one by one. Counting ends beyond what may pass in a minute.
 */
export function countGeometries(parameters: Parameters): number {
  let count = 0;
  for (const [name, values] of parameters.raw())
    for (const value of values)
      if (typeof value === 'string')
        count += name === 'distances' ? occurrences(value, ',') + 1 : geometriesIn(value);
  return count;
}

function geometriesIn(text: string): number {
  const braces = isJson(text) ? occurrences(text, '{') : 0;
  return braces > 0 ? braces : Math.ceil(occurrences(text, ',') / 2);
}

function isJson(text: string): boolean {
  return /^\s*[{[]/.test(text);
}

function occurrences(text: string, mark: string): number {
  let count = 0;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
    count += 1;
    if (count > 2 * limits.geometriesPerMinute) break;
  }
  return count;
}

function readOne(value: unknown, path: string): Geometry | null {
  if (typeof value === 'object' && value !== null && 'xmin' in value)
    return envelopeAsGeometry(readEsriEnvelope(value as Json, path));
  return readEsriGeometry(value, path, limits.geometryServiceVertices);
}

function kindOfType(type: unknown): GeometryKind | undefined {
  const known = Object.values(esriTypes).find((each) => each === type);
  return known && kindOf(known);
}

function parsed(text: string, name: string): Json | unknown[] {
  try {
    return parseJson(text) as Json | unknown[];
  } catch {
    throw parameterError(name, 'Not valid JSON.');
  }
}

function pointsOf(text: string, name: string): Json[] {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (numbers.length % 2 !== 0 || !numbers.every(Number.isFinite))
    throw parameterError(name, 'Expected JSON, or points as x,y,x,y.');
  return Array.from({ length: numbers.length / 2 }, (_none, at) => ({
    x: numbers[2 * at],
    y: numbers[2 * at + 1],
  }));
}

/** Reads a spatial reference that the operation needs. */
export function readReference(parameters: Parameters, name: string): number {
  const wkid = readSpatialReference(parameters.text(name), name);
  if (wkid === undefined) throw parameterError(name, 'Specify the spatial reference.');
  return wkid;
}

/** Esri JSON of a result; an empty geometry has its type's empty form. */
export function writeGeometry(geometry: Geometry | null, kind: GeometryKind): object {
  return geometry ? writeEsriGeometry(geometry) : emptyEsriGeometry(kind);
}
