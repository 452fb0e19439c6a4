import { MappingError } from '../wire/errors.ts';
import type { Shape } from '../wire/analysis.ts';

export type Value = string | number | null;

/** A field in the JSON of ArcGIS. */
export interface TaskField {
  name: string;
  alias: string;
  type: string;
}

/** The values of a field: numbers, where NaN is null; or codes of texts, where 0 is null and 1 the first text. */
export type Column = { numbers: Float64Array } | { texts: string[]; codes: Uint32Array };

/**
 * Features in a few arrays, whose memory threads transfer instead of copying. An object for each feature and vertex would take
 * about fifty times as much.
 */
export interface PackedLayer {
  shape: Shape;
  fields: readonly TaskField[];
  /** The number of features. */
  count: number;
  /** x and y of each vertex. */
  coordinates: Float64Array;
  /** The first vertex of each path or ring, and the number of vertices. */
  paths: Uint32Array;
  /** The first path of each feature, and the number of paths. */
  features: Uint32Array;
  /** In the order of the fields. */
  columns: readonly Column[];
}

/** What JSON and the SDK's geometries have in common. */
export interface AnyGeometry {
  x?: number | undefined;
  y?: number | undefined;
  points?: readonly (readonly number[])[] | undefined;
  paths?: readonly (readonly (readonly number[])[])[] | undefined;
  rings?: readonly (readonly (readonly number[])[])[] | undefined;
}

/** Limits of each layer of an analysis, and of its result. A value takes 8 bytes, also an empty one: values are features times fields. */
export const packedLimits = { features: 200_000, vertices: 10_000_000, values: 20_000_000 };

/** Collects features into a packed layer. */
export class Packer {
  readonly shape: Shape;
  readonly fields: readonly TaskField[];
  #count = 0;
  #coordinates = new Float64Array(4096);
  #vertices = 0;
  #paths = new Uint32Array(512);
  #pathCount = 0;
  #features = new Uint32Array(512);
  readonly #columns: GrowingColumn[];

  constructor(shape: Shape, fields: readonly TaskField[]) {
    this.shape = shape;
    this.fields = fields;
    this.#columns = fields.map(({ type }) => new GrowingColumn(type === 'esriFieldTypeString'));
  }

  get count(): number {
    return this.#count;
  }

  /**
   * Adds a feature, unless it has no coordinates.
   * @param values in the order of the fields
   * @throws MappingError `analysis:too-large`, `analysis:too-many-values` above the limits
   */
  add(geometry: AnyGeometry, values: readonly unknown[]): void {
    const { x, y } = geometry;
    const paths =
      geometry.rings ??
      geometry.paths ??
      (geometry.points
        ? [geometry.points]
        : typeof x === 'number' && typeof y === 'number'
          ? [[[x, y]]]
          : []);
    const added = paths.filter((path) => path.length > 0 && Number.isFinite(path[0]?.[0]));
    if (added.length === 0) return;
    if (this.#count >= packedLimits.features) throw tooLarge();
    if ((this.#count + 1) * this.fields.length > packedLimits.values) throw tooManyValues(this.fields.length);
    this.#features = put(this.#features, this.#count, this.#pathCount);
    for (const path of added) {
      if (this.#vertices + path.length > packedLimits.vertices) throw tooLarge();
      this.#paths = put(this.#paths, this.#pathCount++, this.#vertices);
      this.#coordinates = atLeast(this.#coordinates, (this.#vertices + path.length) * 2);
      for (const vertex of path) {
        this.#coordinates[this.#vertices * 2] = vertex[0] ?? 0;
        this.#coordinates[this.#vertices++ * 2 + 1] = vertex[1] ?? 0;
      }
    }
    for (const [index, column] of this.#columns.entries()) column.set(this.#count, values[index]);
    this.#count += 1;
  }

  finish(): PackedLayer {
    const ends = put(this.#features, this.#count, this.#pathCount);
    const paths = put(this.#paths, this.#pathCount, this.#vertices);
    return {
      shape: this.shape,
      fields: this.fields,
      count: this.#count,
      coordinates: this.#coordinates.slice(0, this.#vertices * 2),
      paths: paths.slice(0, this.#pathCount + 1),
      features: ends.slice(0, this.#count + 1),
      columns: this.#columns.map((column) => column.finish(this.#count)),
    };
  }
}

function tooLarge(): MappingError {
  const { features, vertices } = packedLimits;
  return new MappingError(
    'analysis:too-large',
    `A layer or the result has more than ${features} features or ${vertices} vertices.`,
    { status: 413 },
  );
}

function tooManyValues(fields: number): MappingError {
  return new MappingError(
    'analysis:too-many-values',
    `A layer or the result has ${fields} fields, so it may have at most ${Math.floor(packedLimits.values / fields)} features. Use fewer features, or a view with fewer fields.`,
    { status: 413 },
  );
}

class GrowingColumn {
  #numbers: Float64Array | undefined;
  #codes: Uint32Array | undefined;
  readonly #texts: string[] = [];
  readonly #known = new Map<string, number>();

  constructor(isText: boolean) {
    if (isText) this.#codes = new Uint32Array(512);
    else this.#numbers = new Float64Array(512);
  }

  set(index: number, value: unknown): void {
    if (this.#numbers) {
      const number = value instanceof Date ? value.getTime() : value;
      this.#numbers = put(this.#numbers, index, typeof number === 'number' ? number : Number.NaN);
    } else if (this.#codes) this.#codes = put(this.#codes, index, this.#codeOf(value));
  }

  #codeOf(value: unknown): number {
    if (typeof value !== 'string') return 0;
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const code = this.#texts.push(value);
    this.#known.set(value, code);
    return code;
  }

  finish(count: number): Column {
    return this.#numbers
      ? { numbers: this.#numbers.slice(0, count) }
      : { texts: this.#texts, codes: (this.#codes ?? new Uint32Array()).slice(0, count) };
  }
}

function atLeast<Many extends Float64Array | Uint32Array>(array: Many, length: number): Many {
  if (array.length >= length) return array;
  const Kind = array.constructor as new (length: number) => Many;
  const larger = new Kind(Math.max(length, array.length * 2));
  larger.set(array as never);
  return larger;
}

function put<Many extends Float64Array | Uint32Array>(array: Many, index: number, value: number): Many {
  const grown = atLeast(array, index + 1);
  grown[index] = value;
  return grown;
}

/** The vertices of each path of a feature. */
export function pathsAt(layer: PackedLayer, index: number): number[][][] {
  const paths: number[][][] = [];
  const end = layer.features[index + 1] ?? 0;
  for (let path = layer.features[index] ?? 0; path < end; path++) {
    const vertices: number[][] = [];
    const last = layer.paths[path + 1] ?? 0;
    for (let vertex = layer.paths[path] ?? 0; vertex < last; vertex++)
      vertices.push([layer.coordinates[vertex * 2] ?? 0, layer.coordinates[vertex * 2 + 1] ?? 0]);
    paths.push(vertices);
  }
  return paths;
}

/** The geometry of a feature in the JSON of ArcGIS, without spatial reference. */
export function geometryAt(layer: PackedLayer, index: number): AnyGeometry {
  const paths = pathsAt(layer, index);
  if (layer.shape === 'polygon') return { rings: paths };
  if (layer.shape === 'polyline') return { paths };
  if (layer.shape === 'multipoint') return { points: paths.flat() };
  const [[[x, y] = []] = []] = paths;
  return { x, y };
}

export function valueAt(column: Column | undefined, index: number): Value {
  if (!column) return null;
  if ('codes' in column) return column.texts[(column.codes[index] ?? 0) - 1] ?? null;
  const number = column.numbers[index] ?? Number.NaN;
  return Number.isNaN(number) ? null : number;
}

/** The values of a feature, in the order of the fields. */
export function valuesAt(layer: PackedLayer, index: number): Value[] {
  return layer.columns.map((column) => valueAt(column, index));
}

/** The memory of a layer, which can be transferred to another thread. */
export function buffersOf({ coordinates, paths, features, columns }: PackedLayer): ArrayBuffer[] {
  const values = columns.map((column) => ('codes' in column ? column.codes : column.numbers));
  return [coordinates, paths, features, ...values].map(({ buffer }) => buffer as ArrayBuffer);
}
