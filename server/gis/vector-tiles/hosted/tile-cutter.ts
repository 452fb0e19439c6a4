import { geoJSONToTile } from '@maplibre/geojson-vt';
import { writeGeoJson } from '../../geometry/geojson.ts';
import { type Geometry, strideOf } from '../../geometry/geometry.ts';
import { signedArea } from '../../geometry/rings.ts';

/** The position of a tile in Web Mercator metres: its upper left corner and its side. */
export interface TileFrame {
  left: number;
  top: number;
  side: number;
}

/** Units of a tile's grid, and the buffer beyond each edge in these units, so that outlines don't show there. */
export const tileExtent = 4096;
export const tileBuffer = 80;

/** Vertices that deviate less than this from a line are dropped: 0.4 of a pixel. */
const tolerance = 3;
/** The same in sides of the tile. Shorter lines and smaller areas are dropped. */
const smallest = tolerance / tileExtent;
/** The squared deviation from which a line is divided, which is finer than that of what is kept. */
const dividedFrom = (smallest / 2) ** 2;
const keptFrom = smallest ** 2;

/** Where the buffer begins and ends, in sides of the tile. */
const [low, high] = [-tileBuffer / tileExtent, 1 + tileBuffer / tileExtent];

/** Types of geometry in vector tiles. */
const types = { point: 1, multipoint: 1, polyline: 2, polygon: 3 } as const;

/**
 * Cuts geometries to a tile, one after another, and puts them on its grid. Most lie within the tile: they are simplified here, with the
 * results of `geoJSONToTile`, which makes several objects for each vertex. Those that cross its edge are left to it.
 */
export class TileCutter {
  /** What remains of the last geometry: x and y of each vertex, and the number of vertices of each part. */
  positions = new Int32Array(512);
  readonly counts: number[] = [];
  partCount = 0;
  type: 1 | 2 | 3 = 1;
  readonly #frame: TileFrame;
  /** In sides of the tile: x and y of all vertices, and of a part with what each deviates. */
  #placed = new Float64Array(512);
  #part = new Float64Array(768);
  #length = 0;

  constructor(frame: TileFrame) {
    this.#frame = frame;
  }

  /** @param geometry in Web Mercator @returns whether something remains */
  cut(geometry: Geometry): boolean {
    this.type = types[geometry.kind];
    this.partCount = 0;
    this.#length = 0;
    const where = this.#place(geometry);
    if (where === 'across') this.#cutAcross(geometry);
    if (where === 'inside') this.#cutInside(geometry);
    return this.partCount > 0;
  }

  #place(geometry: Geometry): 'inside' | 'outside' | 'across' {
    const { coordinates } = geometry;
    const stride = strideOf(geometry);
    this.#makeRoom(coordinates.length / stride);
    const placed = this.#placed;
    const { left, top, side } = this.#frame;
    let xmin = Infinity;
    let ymin = Infinity;
    let xmax = -Infinity;
    let ymax = -Infinity;
    for (let at = 0, to = 0; at < coordinates.length; at += stride, to += 2) {
      const x = ((coordinates[at] as number) - left) / side;
      const y = (top - (coordinates[at + 1] as number)) / side;
      placed[to] = x;
      placed[to + 1] = y;
      if (x < xmin) xmin = x;
      if (x > xmax) xmax = x;
      if (y < ymin) ymin = y;
      if (y > ymax) ymax = y;
    }
    if (xmax < low || xmin >= high || ymax < low || ymin >= high) return 'outside';
    return xmin >= low && xmax < high && ymin >= low && ymax < high ? 'inside' : 'across';
  }

  #makeRoom(vertices: number): void {
    if (this.#placed.length >= vertices * 2) return;
    this.positions = new Int32Array(vertices * 4);
    this.#placed = new Float64Array(vertices * 4);
    this.#part = new Float64Array(vertices * 6);
  }

  #cutInside(geometry: Geometry): void {
    if (this.type === 1) return this.#addPoints(geometry.coordinates.length / strideOf(geometry));
    const stride = strideOf(geometry);
    let first = 0;
    for (const count of geometry.parts) {
      if (this.type === 2) this.#addLine(first, count);
      else {
        const end = (first + count) * stride;
        const isHole = first > 0 && signedArea(geometry.coordinates, stride, first * stride, end) > 0;
        this.#addRing(first, count, isHole);
      }
      first += count;
    }
  }

  #addPoints(count: number): void {
    for (let at = 0; at < 2 * count; at += 1) this.#write(this.#placed[at] as number);
    this.#endPart(count);
  }

  #addLine(first: number, count: number): void {
    const placed = this.#placed;
    const part = this.#part;
    let size = 0;
    for (let vertex = 0; vertex < count; vertex += 1) {
      const at = 2 * (first + vertex);
      const x = placed[at] as number;
      const y = placed[at + 1] as number;
      if (vertex > 0)
        size += Math.sqrt((x - (placed[at - 2] as number)) ** 2 + (y - (placed[at - 1] as number)) ** 2);
      part[3 * vertex] = x;
      part[3 * vertex + 1] = y;
      part[3 * vertex + 2] = 0;
    }
    if (size < smallest) return;
    this.#writePart(this.#simplify(count), false);
  }

  /** GeoJSON's rings have the other direction than those of the database, and are simplified in theirs. */
  #addRing(first: number, count: number, isHole: boolean): void {
    const placed = this.#placed;
    const part = this.#part;
    let area = 0;
    for (let vertex = 0; vertex < count; vertex += 1) {
      const at = 2 * (first + count - 1 - vertex);
      const x = placed[at] as number;
      const y = placed[at + 1] as number;
      if (vertex > 0) area += ((placed[at + 2] as number) * y - x * (placed[at + 3] as number)) / 2;
      part[3 * vertex] = x;
      part[3 * vertex + 1] = y;
      part[3 * vertex + 2] = 0;
    }
    if (Math.abs(area) < keptFrom) return;
    const kept = this.#simplify(count);
    let turn = 0;
    for (let at = 0, before = 2 * kept - 2; at < 2 * kept; before = at, at += 2)
      turn +=
        ((part[at] as number) - (part[before] as number)) *
        ((part[at + 1] as number) + (part[before + 1] as number));
    this.#writePart(kept, turn > 0 !== isHole);
  }

  /** Moves the vertices of a part that are kept to its beginning, without what they deviate. @returns their number */
  #simplify(count: number): number {
    const part = this.#part;
    const last = 3 * (count - 1);
    measureDeviations(part, last);
    part[2] = part[last + 2] = 1;
    let kept = 0;
    for (let at = 0; at <= last; at += 3) {
      if ((part[at + 2] as number) <= keptFrom) continue;
      part[2 * kept] = part[at] as number;
      part[2 * kept + 1] = part[at + 1] as number;
      kept += 1;
    }
    return kept;
  }

  #writePart(count: number, isTurned: boolean): void {
    const part = this.#part;
    for (let vertex = 0; vertex < count; vertex += 1) {
      const at = 2 * (isTurned ? count - 1 - vertex : vertex);
      this.#write(part[at] as number);
      this.#write(part[at + 1] as number);
    }
    this.#endPart(count);
  }

  #write(placed: number): void {
    this.positions[this.#length++] = Math.round(tileExtent * placed);
  }

  #endPart(count: number): void {
    this.counts[this.partCount++] = count;
  }

  #cutAcross(geometry: Geometry): void {
    const { left, top, side } = this.#frame;
    const placed = writeGeoJson(geometry, (x, y) => [
      (x - left) / side,
      (top - y) / side,
    ]) as GeoJSON.Geometry;
    // The tile is treated as a world: its unit square, with everything beyond clipped at the buffer.
    const { features } = geoJSONToTile({ type: 'Feature', properties: null, geometry: placed }, 0, 0, 0, {
      coordinates: 'unitSquare',
      wrap: false,
      clip: true,
      maxZoom: 1,
      tolerance,
      extent: tileExtent,
      buffer: tileBuffer,
    });
    const [feature] = features;
    if (!feature) return;
    const parts: readonly (readonly [number, number])[][] =
      feature.type === 1 ? [feature.geometry] : feature.geometry;
    // Where a line leaves the tile and comes back, vertices are added.
    this.#makeRoom(parts.reduce((sum, part) => sum + part.length, 0));
    for (const part of parts) {
      for (const [x, y] of part) {
        this.positions[this.#length++] = x;
        this.positions[this.#length++] = y;
      }
      this.#endPart(part.length);
    }
  }
}

/**
 * Writes what each vertex between the first and the last one deviates, squared, behind its x and y: the algorithm of Douglas and Peucker.
 * Of several that deviate most, the one nearest to the middle divides the line.
 */
function measureDeviations(part: Float64Array, end: number): void {
  const stack = [0, end];
  while (stack.length > 0) {
    const last = stack.pop() as number;
    const first = stack.pop() as number;
    const middle = first + ((last - first) >> 1);
    let toMiddle = last - first;
    let most = dividedFrom;
    let index = first;
    for (let at = first + 3; at < last; at += 3) {
      const deviation = deviationOf(part, at, first, last);
      if (deviation > most) {
        index = at;
        most = deviation;
      } else if (deviation === most && Math.abs(at - middle) < toMiddle) {
        index = at;
        toMiddle = Math.abs(at - middle);
      }
    }
    if (most <= dividedFrom) continue;
    part[index + 2] = most;
    if (index - first > 3) stack.push(first, index);
    if (last - index > 3) stack.push(index, last);
  }
}

/** The squared distance of a vertex from the line between two others. */
function deviationOf(part: Float64Array, at: number, first: number, last: number): number {
  const px = part[at] as number;
  const py = part[at + 1] as number;
  let x = part[first] as number;
  let y = part[first + 1] as number;
  const dx = (part[last] as number) - x;
  const dy = (part[last + 1] as number) - y;
  if (dx !== 0 || dy !== 0) {
    const along = ((px - x) * dx + (py - y) * dy) / (dx * dx + dy * dy);
    if (along > 1) {
      x = part[last] as number;
      y = part[last + 1] as number;
    } else if (along > 0) {
      x += dx * along;
      y += dy * along;
    }
  }
  return (px - x) ** 2 + (py - y) ** 2;
}
