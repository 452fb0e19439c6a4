import Flatbush from 'flatbush';
import { type Envelope, envelopeHolds, type Geometry, strideOf } from './geometry.ts';
import { splitRing } from './split-ring.ts';

/** A ring's vertices as flat numbers, `stride` a vertex. */
export type Ring = number[];

/** Twice the signed area of a ring: negative is clockwise in a coordinate system whose y grows upwards. */
export function signedArea(
  coordinates: ArrayLike<number>,
  stride: number,
  from = 0,
  to = coordinates.length,
): number {
  let area = 0;
  // Relative to the first vertex, so that small rings far from the origin keep their digits.
  const x0 = coordinates[from] ?? 0;
  const y0 = coordinates[from + 1] ?? 0;
  for (let at = from; at + stride < to; at += stride) {
    const x1 = (coordinates[at] as number) - x0;
    const y1 = (coordinates[at + 1] as number) - y0;
    const x2 = (coordinates[at + stride] as number) - x0;
    const y2 = (coordinates[at + stride + 1] as number) - y0;
    area += x1 * y2 - x2 * y1;
  }
  return area;
}

/**
 * The ring closed; nothing when it encloses nothing. One whose halves cancel out, such as a symmetric bow tie, has no direction that
 * tells an outer ring from a hole: it is split where it crosses itself.
 */
function closeRing(ring: Ring, stride: number): Ring[] {
  const last = ring.length - stride;
  const closed =
    ring[0] === ring[last] && ring[1] === ring[last + 1] ? ring : [...ring, ...ring.slice(0, stride)];
  if (closed.length < 4 * stride) return [];
  if (signedArea(closed, stride) !== 0) return [closed];
  return splitRing(closed, stride).filter((each) => signedArea(each, stride) !== 0);
}

/** The ring turned clockwise (outer) or counter-clockwise (hole). */
export function orientRing(ring: Ring, stride: number, clockwise: boolean): Ring {
  if (signedArea(ring, stride) < 0 === clockwise) return ring;
  const turned: Ring = [];
  for (let at = ring.length - stride; at >= 0; at -= stride)
    for (let index = at; index < at + stride; index += 1) turned.push(ring[index] as number);
  return turned;
}

/**
 * Builds a polygon from polygons given as an outer ring and its holes; rings that enclose nothing are left out. Where a ring is split,
 * holes are found again by which rings contain which.
 */
export function polygonOfParts(
  parts: readonly (readonly Ring[])[],
  hasZ: boolean,
  hasM: boolean,
): Geometry | null {
  const stride = strideOf({ hasZ, hasM });
  const rings: Ring[] = [];
  for (const part of parts) {
    const [outers = [], ...holes] = part.map((ring) => closeRing(ring, stride));
    if (outers.length === 0) continue;
    const isSplit = [outers, ...holes].some((pieces) => pieces.length > 1);
    const groups = isSplit
      ? groupByNesting([...outers, ...holes.flat()], stride)
      : [[...outers, ...holes.flat()]];
    for (const [outer, ...inner] of groups)
      rings.push(
        orientRing(outer as Ring, stride, true),
        ...inner.map((hole) => orientRing(hole, stride, false)),
      );
  }
  if (rings.length === 0) return null;
  return {
    kind: 'polygon',
    hasZ,
    hasM,
    coordinates: joinRings(rings),
    parts: rings.map((ring) => ring.length / stride),
  };
}

/** The numbers of all rings or lines. */
export function joinRings(rings: readonly Ring[]): Float64Array {
  const joined = new Float64Array(rings.reduce((length, ring) => length + ring.length, 0));
  let at = 0;
  for (const ring of rings) {
    joined.set(ring, at);
    at += ring.length;
  }
  return joined;
}

/** Beyond this many rings their nesting is taken from their orientation instead of testing pairs. */
const maxNested = 2000;

/**
 * Builds a polygon from loose rings as ArcGIS clients send them. Holes are determined by which rings contain
 * which, because clients get the orientation wrong.
 */
export function polygonOfRings(loose: readonly Ring[], hasZ: boolean, hasM: boolean): Geometry | null {
  const stride = strideOf({ hasZ, hasM });
  const rings = loose.flatMap((ring) => closeRing(ring, stride));
  if (rings.length < 2) return polygonOfParts([rings], hasZ, hasM);
  return polygonOfParts(
    rings.length > maxNested ? groupByDirection(rings, stride) : groupByNesting(rings, stride),
    hasZ,
    hasM,
  );
}

function groupByDirection(rings: readonly Ring[], stride: number): Ring[][] {
  const groups: Ring[][] = [];
  for (const ring of rings) {
    const group = groups.at(-1);
    if (group && signedArea(ring, stride) > 0) group.push(ring);
    else groups.push([ring]);
  }
  return groups;
}

function groupByNesting(rings: readonly Ring[], stride: number): Ring[][] {
  const nodes = rings
    .map((ring) => ({ ring, box: boxOf(ring, stride), area: Math.abs(signedArea(ring, stride)) }))
    .sort((a, b) => b.area - a.area);
  const containers = findContainers(
    nodes.map(({ ring }) => ring),
    stride,
  );
  const outers: { index: number; group: Ring[] }[] = [];
  nodes.forEach((node, index) => {
    const around = (containers[index] ?? []).filter(
      (other) => other < index && envelopeHolds((nodes[other] ?? node).box, node.box),
    );
    // Within an even number of rings: land. Within an odd number: a hole of the smallest land around it.
    const parent =
      around.length % 2 === 1 ? outers.findLast((outer) => around.includes(outer.index)) : undefined;
    if (parent) parent.group.push(node.ring);
    else outers.push({ index, group: [node.ring] });
  });
  return outers.map(({ group }) => group);
}

/** Vertices tested to decide what contains a ring, for few rings and for many: rings may touch in some. */
const samples = (rings: number) => (rings < 100 ? 16 : 3);

/**
 * For each ring, which others contain most of its vertices: a ray from there crosses them an odd number of
 * times.
 */
function findContainers(rings: readonly Ring[], stride: number): number[][] {
  const count = rings.reduce((sum, ring) => sum + ring.length / stride - 1, 0);
  const tree = new Flatbush(count);
  const owners = new Uint32Array(count);
  const starts = new Uint32Array(count);
  rings.forEach((ring, owner) => {
    for (let at = 0; at + stride < ring.length; at += stride) {
      const [x1, y1] = [ring[at] as number, ring[at + 1] as number];
      const [x2, y2] = [ring[at + stride] as number, ring[at + stride + 1] as number];
      const edge = tree.add(Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2));
      owners[edge] = owner;
      starts[edge] = at;
    }
  });
  tree.finish();
  const odd = new Uint8Array(rings.length);
  const votes = new Uint8Array(rings.length);
  return rings.map((ring, own) => {
    const seen = new Set<number>();
    const max = Math.min(ring.length / stride - 1, samples(rings.length));
    for (let vertex = 0; vertex < max; vertex += 1) {
      const x = ring[vertex * stride] as number;
      const y = ring[vertex * stride + 1] as number;
      const crossed: number[] = [];
      tree.collides(x, y, Infinity, y, (edge) => {
        const owner = owners[edge] as number;
        if (owner !== own && isCrossed(rings[owner] as Ring, starts[edge] as number, stride, x, y)) {
          odd[owner] = 1 - (odd[owner] as number);
          crossed.push(owner);
        }
        return false;
      });
      for (const owner of crossed) {
        if (odd[owner] === 0) continue;
        odd[owner] = 0;
        votes[owner] = (votes[owner] as number) + 1;
        seen.add(owner);
      }
    }
    const containers = [...seen].filter((owner) => (votes[owner] as number) * 2 > max);
    for (const owner of seen) votes[owner] = 0;
    return containers;
  });
}

function boxOf(ring: Ring, stride: number): Envelope {
  const box = { xmin: Infinity, ymin: Infinity, xmax: -Infinity, ymax: -Infinity };
  for (let at = 0; at < ring.length; at += stride) {
    box.xmin = Math.min(box.xmin, ring[at] as number);
    box.xmax = Math.max(box.xmax, ring[at] as number);
    box.ymin = Math.min(box.ymin, ring[at + 1] as number);
    box.ymax = Math.max(box.ymax, ring[at + 1] as number);
  }
  return box;
}

/** Whether a ray to the right of the point crosses the edge that begins at `at`. */
function isCrossed(ring: Ring, at: number, stride: number, x: number, y: number): boolean {
  const [x1, y1] = [ring[at] as number, ring[at + 1] as number];
  const [x2, y2] = [ring[at + stride] as number, ring[at + stride + 1] as number];
  return y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1;
}
