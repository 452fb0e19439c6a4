import type { Ground } from './ground.ts';
import { facade } from './facade.ts';
import { type Building, noise, type Scene, type Spot, type Tree } from './scene.ts';
import type { Season } from './season.ts';
import { skyAt } from './sky.ts';

export interface Camera {
  at: Spot;
  /** Height of the eye above the ground, in metres. */
  eye: number;
  /** Direction of the picture's middle, radians clockwise from north. */
  heading: number;
}

interface Wall {
  from: Spot;
  to: Spot;
  length: number;
  building: Building;
  /** Cosine of the angle between its outside and the sun. */
  facing: number;
}

/** A wall as seen by one column of the picture. */
interface Hit {
  distance: number;
  /** Tangent of the elevation of the wall's top. */
  top: number;
  wall: Wall;
  /** Metres along the wall. */
  along: number;
  /** Height below which another building's shadow covers the wall. */
  shade: number;
}

const far = 700;

/**
 * Draws a panorama in equirectangular projection, as red-green-blue bytes. Buildings are prisms on flat
 * ground, so a column of the picture is computed at once: the walls along one direction, nearest first, each
 * visible where it is higher than those before it.
 */
export function render(
  scene: Scene,
  season: Season,
  camera: Camera,
  grounds: readonly Ground[],
  width: number,
): Uint8Array {
  const height = width / 2;
  const pixels = new Uint8Array(width * height * 3);
  const walls = wallsOf(scene, season, camera.at);
  const trees = scene.trees.filter(({ at }) => distance(at, camera.at) < 160);
  const colour = new Float32Array(3);
  for (let x = 0; x < width; x++) {
    const azimuth = camera.heading + ((x + 0.5) / width - 0.5) * 2 * Math.PI;
    const [dx, dy] = [Math.sin(azimuth), Math.cos(azimuth)];
    const hits = hitsAlong(walls, season, camera, dx, dy);
    const inColumn = treesAlong(trees, camera.at, dx, dy);
    for (let y = 0; y < height; y++) {
      const elevation = (0.5 - (y + 0.5) / height) * Math.PI;
      shade(colour, {
        season,
        camera,
        grounds,
        hits,
        trees: inColumn,
        dx,
        dy,
        elevation,
        step: Math.PI / height,
      });
      const first = (y * width + x) * 3;
      for (let channel = 0; channel < 3; channel++)
        pixels[first + channel] = Math.max(0, Math.min(255, colour[channel] ?? 0));
    }
  }
  return pixels;
}

interface Column {
  season: Season;
  camera: Camera;
  grounds: readonly Ground[];
  hits: readonly Hit[];
  trees: readonly TreeHit[];
  dx: number;
  dy: number;
  elevation: number;
  /** Radians per pixel. */
  step: number;
}

function shade(into: Float32Array, column: Column): void {
  const { season, camera, grounds, hits, dx, dy, elevation, step } = column;
  const slope = Math.tan(elevation);
  const onGround = slope < 0 ? camera.eye / -slope : Infinity;
  const wall = hits.find(({ top }) => top >= slope);
  let depth = Infinity;
  if (onGround < (hits[0]?.distance ?? Infinity) && onGround < far) {
    depth = onGround;
    const [east, north] = [dx * onGround, dy * onGround];
    if (!grounds.some((ground) => ground.at(east, north, into))) into.set(season.horizon);
    light(into, season, 0.92, 1);
    haze(into, season, depth);
  } else if (wall) {
    depth = wall.distance;
    const z = camera.eye + wall.distance * slope;
    facade(into, wall.wall.building, wall.along, wall.wall.length, z, (wall.distance * step) / 1.5);
    const lit = z > wall.shade ? Math.max(0, wall.wall.facing) : 0;
    // Near the ground less of the sky is seen.
    light(into, season, lit, 0.72 + 0.28 * Math.min(1, z / 9));
    haze(into, season, depth);
  } else {
    skyAt(into, season, dx, dy, elevation);
  }
  for (const hit of column.trees) if (hit.distance < depth && drawTree(into, hit, column, slope)) return;
}

function light(into: Float32Array, { light: sun, ambient }: Season, lit: number, open: number): void {
  for (let channel = 0; channel < 3; channel++)
    into[channel] =
      (into[channel] ?? 0) * ((ambient[channel] ?? 0) * open + (sun[channel] ?? 0) * lit * 0.62);
}

function haze(into: Float32Array, { horizon }: Season, depth: number): void {
  const part = 1 - Math.exp(-depth / 900);
  for (let channel = 0; channel < 3; channel++)
    into[channel] = (into[channel] ?? 0) * (1 - part) + (horizon[channel] ?? 0) * part;
}

interface TreeHit {
  tree: Tree;
  distance: number;
  /** Metres by which the column passes the trunk. */
  beside: number;
}

function treesAlong(trees: readonly Tree[], [x, y]: Spot, dx: number, dy: number): TreeHit[] {
  const hits: TreeHit[] = [];
  for (const tree of trees) {
    const [ex, ey] = [tree.at[0] - x, tree.at[1] - y];
    const away = ex * dx + ey * dy;
    const beside = ex * dy - ey * dx;
    if (away > 1.5 && Math.abs(beside) < tree.radius * 1.15) hits.push({ tree, distance: away, beside });
  }
  return hits.toSorted((a, b) => a.distance - b.distance);
}

/** Trunk and crown; the crown's edge and shade are broken up so that it looks like leaves. */
function drawTree(into: Float32Array, hit: TreeHit, { season, camera }: Column, slope: number): boolean {
  const { tree, distance: away, beside } = hit;
  const z = camera.eye + away * slope;
  const middle = tree.height - tree.radius;
  const up = (z - middle) / (tree.radius * 1.15);
  const across = beside / tree.radius;
  const [cellX, cellY] = [Math.floor(beside * 9 + 900), Math.floor(z * 9)];
  const leaf = noise(cellX + Math.floor(tree.seed * 1000), cellY);
  const coarse = noise(Math.floor(cellX / 6), Math.floor(cellY / 6) + Math.floor(tree.seed * 977));
  const out = across * across + up * up;
  if (out < 0.72 + 0.4 * coarse - 0.3 * leaf * leaf && !(out > 0.45 && leaf > 0.9)) {
    const side = across * Math.sin(season.sun.azimuth - camera.heading) * 0.1;
    const bright = 0.62 + 0.34 * up + 0.28 * (leaf - 0.5) + 0.25 * (coarse - 0.5) + side;
    for (let channel = 0; channel < 3; channel++)
      into[channel] = (season.leaf[channel] ?? 0) * Math.max(0.25, bright);
    haze(into, season, away);
    return true;
  }
  if (z > 0 && z < middle && Math.abs(beside) < 0.13 + 0.02 * tree.radius) {
    const bright = 0.7 + beside * 1.6;
    into[0] = 84 * bright;
    into[1] = 70 * bright;
    into[2] = 58 * bright;
    haze(into, season, away);
    return true;
  }
  return false;
}

function wallsOf({ buildings }: Scene, { sun }: Season, eye: Spot): Wall[] {
  const [sx, sy] = [Math.sin(sun.azimuth), Math.cos(sun.azimuth)];
  const walls: Wall[] = [];
  for (const building of buildings)
    for (const ring of building.rings) {
      const turn = Math.sign(signedArea(ring)) || 1;
      for (const [index, to] of ring.slice(1).entries()) {
        const from = ring[index] as Spot;
        const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
        if (length < 0.2 || Math.min(distance(from, eye), distance(to, eye)) > far) continue;
        const outside = [((to[1] - from[1]) / length) * turn, (-(to[0] - from[0]) / length) * turn] as const;
        const facing = (outside[0] * sx + outside[1] * sy) * Math.cos(sun.elevation);
        walls.push({ from, to, length, building, facing });
      }
    }
  return walls;
}

function hitsAlong(walls: readonly Wall[], season: Season, camera: Camera, dx: number, dy: number): Hit[] {
  const met: Omit<Hit, 'shade'>[] = [];
  for (const wall of walls) {
    const hit = meet(wall, camera.at, dx, dy);
    if (hit && hit.distance < far)
      met.push({ ...hit, wall, top: (wall.building.height - camera.eye) / hit.distance });
  }
  met.sort((a, b) => a.distance - b.distance);
  const seen: Hit[] = [];
  let highest = -Infinity;
  for (const hit of met) {
    if (hit.top <= highest) continue;
    highest = hit.top;
    seen.push({ ...hit, shade: shadeOn(walls, season, camera, hit, dx, dy) });
  }
  return seen;
}

/** Height of other buildings' shadows on a wall. */
function shadeOn(
  walls: readonly Wall[],
  { sun }: Season,
  { at }: Camera,
  hit: Omit<Hit, 'shade'>,
  dx: number,
  dy: number,
): number {
  if (hit.wall.facing <= 0) return Infinity;
  const spot: Spot = [at[0] + dx * (hit.distance - 0.05), at[1] + dy * (hit.distance - 0.05)];
  const [sx, sy] = [Math.sin(sun.azimuth), Math.cos(sun.azimuth)];
  let shade = 0;
  for (const wall of walls) {
    const other = meet(wall, spot, sx, sy);
    if (other && wall !== hit.wall)
      shade = Math.max(shade, wall.building.height - other.distance * Math.tan(sun.elevation));
  }
  return shade;
}

function meet({ from, to, length }: Wall, [x, y]: Spot, dx: number, dy: number) {
  const [wx, wy] = [to[0] - from[0], to[1] - from[1]];
  const cross = dx * wy - dy * wx;
  if (cross === 0) return undefined;
  const [ox, oy] = [from[0] - x, from[1] - y];
  const part = (ox * dy - oy * dx) / cross;
  if (part < 0 || part > 1) return undefined;
  const away = (ox * wy - oy * wx) / cross;
  return away > 0.01 ? { distance: away, along: part * length } : undefined;
}

function signedArea(ring: readonly Spot[]): number {
  return ring.slice(1).reduce((sum, [x, y], index) => {
    const [px, py] = ring[index] as Spot;
    return sum + (px * y - x * py);
  }, 0);
}

function distance(a: Spot, b: Spot): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}
