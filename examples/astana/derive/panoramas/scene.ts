import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Metres east and north of the scene's origin. */
export type Spot = readonly [east: number, north: number];

export interface Building {
  /** Outer ring and holes, closed. */
  rings: Spot[][];
  height: number;
  levels: number;
  use: string;
  /** 0…1, the same in every run: chooses colours and patterns. */
  seed: number;
}

export interface Street {
  line: Spot[];
  /** Carriageway, in metres. */
  width: number;
  lanes: number;
  name: string;
  /** Its class in the layer, such as `Primary`. */
  kind: string;
}

export interface Tree {
  at: Spot;
  height: number;
  radius: number;
  seed: number;
}

/** The demo city around a place, in metres. */
export interface Scene {
  buildings: Building[];
  streets: Street[];
  lawns: Spot[][][];
  waters: Spot[][][];
  trees: Tree[];
}

interface Feature {
  properties: Record<string, string | number | undefined>;
  geometry: { type: string; coordinates: never };
}

const layers = path.resolve(import.meta.dirname, '../../layers');
const metresPerDegree = 111_320;

/** Converts degrees to metres around an origin and back. */
export function frameAt(lng: number, lat: number) {
  const perLng = metresPerDegree * Math.cos((lat * Math.PI) / 180);
  return {
    toMetres: ([x = 0, y = 0]: readonly number[]): Spot => [(x - lng) * perLng, (y - lat) * metresPerDegree],
    toDegrees: ([east, north]: Spot): [number, number] => [
      lng + east / perLng,
      lat + north / metresPerDegree,
    ],
  };
}

export type Frame = ReturnType<typeof frameAt>;

/** Reads the layers of `examples/astana/layers` within `reach` metres of the frame's origin. */
export function readScene({ toMetres }: Frame, reach: number): Scene {
  const near = (ring: Spot[]) => ring.some(([x, y]) => Math.abs(x) < reach && Math.abs(y) < reach);
  const polygons = (name: string) =>
    read(name).flatMap(({ geometry, properties }) => {
      const all = geometry.type === 'Polygon' ? [geometry.coordinates] : (geometry.coordinates as never[]);
      return all
        .map((rings) => ({ properties, rings: (rings as number[][][]).map((ring) => ring.map(toMetres)) }))
        .filter(({ rings }) => near(rings[0] ?? []));
    });
  const buildings = polygons('buildings').map(({ rings, properties }) => building(rings, properties));
  const streets = read('streets')
    .flatMap(({ geometry, properties }) => {
      const lines =
        geometry.type === 'LineString' ? [geometry.coordinates] : (geometry.coordinates as never[]);
      return lines.map((line) => street((line as number[][]).map(toMetres), properties));
    })
    .filter(({ line }) => near(line));
  const lawns = polygons('green-areas').map(({ rings }) => rings);
  const waters = polygons('water').map(({ rings }) => rings);
  const scene = { buildings, streets, lawns, waters, trees: [] };
  return { ...scene, trees: plantTrees(scene) };
}

function read(name: string): Feature[] {
  const text = gunzipSync(readFileSync(path.join(layers, `${name}.geojson.gz`))).toString();
  return (JSON.parse(text) as { features: Feature[] }).features;
}

function building(rings: Spot[][], properties: Feature['properties']): Building {
  const seed = noise(Number(properties['osm_id'] ?? 0), 7);
  const levels = Number(properties['levels'] ?? 0) || 2 + Math.floor(seed * 3);
  const height = Number(properties['height_m'] ?? 0) || levels * 3.1 + 1.2;
  return { rings, height, levels, use: String(properties['use'] ?? ''), seed };
}

const widths: Readonly<Record<string, number>> = { Primary: 3, Secondary: 2, Tertiary: 2, Residential: 2 };

function street(line: Spot[], properties: Feature['properties']): Street {
  const kind = String(properties['class'] ?? '');
  const lanes = Number(properties['lanes'] ?? 0) || (widths[kind.split(' ')[0] ?? ''] ?? 1.4);
  return { line, lanes, width: lanes * 3.4 + 1, kind, name: String(properties['name'] ?? '') };
}

/** A tree every dozen metres beside the streets, and some on lawns, where there is room. */
function plantTrees({ buildings, streets, lawns }: Omit<Scene, 'trees'>): Tree[] {
  const trees: Tree[] = [];
  const free = (spot: Spot) =>
    !buildings.some(({ rings }) => inside(spot, rings, 2.5)) &&
    !streets.some(({ line, width }) => distanceToLine(spot, line) < width / 2 + 1.6) &&
    !trees.some(({ at }) => Math.hypot(at[0] - spot[0], at[1] - spot[1]) < 6);
  const plant = (spot: Spot, seed: number) => {
    if (free(spot)) trees.push({ at: spot, height: 6 + seed * 5, radius: 1.7 + seed * 1.5, seed });
  };
  streets
    .filter(({ width }) => width > 6)
    .forEach(({ line, width }, street) => {
      for (const [index, { spot, heading }] of along(line, 11).entries())
        for (const side of [-1, 1]) {
          const seed = noise(index * 2 + side, street + 11);
          const off = side * (width / 2 + 4.2);
          if (seed > 0.25)
            plant([spot[0] + Math.cos(heading) * off, spot[1] - Math.sin(heading) * off], seed);
        }
    });
  lawns.forEach((rings, lawn) => {
    const ring = rings[0] ?? [];
    const [west, east] = range(ring.map(([x]) => x));
    const [south, north] = range(ring.map(([, y]) => y));
    for (let index = 0; index < 14; index++) {
      const spot: Spot = [
        west + noise(index, lawn + 3) * (east - west),
        south + noise(index, lawn + 5) * (north - south),
      ];
      if (inside(spot, rings)) plant(spot, noise(index, lawn + 9));
    }
  });
  return trees;
}

/** Places along a line every `step` metres, with the direction of travel (radians clockwise from north). */
export function along(line: readonly Spot[], step: number): { spot: Spot; heading: number }[] {
  const places: { spot: Spot; heading: number }[] = [];
  let left = step / 2;
  for (const [index, [x1, y1]] of line.slice(1).entries()) {
    const [x0, y0] = line[index] as Spot;
    const length = Math.hypot(x1 - x0, y1 - y0);
    const heading = Math.atan2(x1 - x0, y1 - y0);
    for (; left < length; left += step) {
      const part = left / length;
      places.push({ spot: [x0 + (x1 - x0) * part, y0 + (y1 - y0) * part], heading });
    }
    left -= length;
  }
  return places;
}

/** Whether a spot is inside a polygon, or within `margin` metres of its outline. */
export function inside(spot: Spot, rings: readonly Spot[][], margin = 0): boolean {
  let within = false;
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [xi, yi] = ring[i] as Spot;
      const [xj, yj] = ring[j] as Spot;
      if (yi > spot[1] !== yj > spot[1] && spot[0] < ((xj - xi) * (spot[1] - yi)) / (yj - yi) + xi)
        within = !within;
    }
    if (margin > 0 && distanceToLine(spot, ring) < margin) return true;
  }
  return within;
}

export function distanceToLine([x, y]: Spot, line: readonly Spot[]): number {
  let nearest = Infinity;
  for (const [index, [x1, y1]] of line.slice(1).entries()) {
    const [x0, y0] = line[index] as Spot;
    const [dx, dy] = [x1 - x0, y1 - y0];
    const part = Math.max(0, Math.min(1, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy || 1)));
    nearest = Math.min(nearest, Math.hypot(x - x0 - part * dx, y - y0 - part * dy));
  }
  return nearest;
}

/** 0…1 from two whole numbers, always the same. */
export function noise(a: number, b: number): number {
  let hash = Math.imul(a | 0, 0x27d4eb2d) ^ Math.imul(b | 0, 0x165667b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 4294967296;
}

function range(values: readonly number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)];
}
