import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { noise, type Scene, type Spot } from './scene.ts';
import type { Season } from './season.ts';

/** The ground around a spot as a picture from above, with the shadows on it. */
export interface Ground {
  /** Red, green, blue (0…255) at an offset in metres from the middle; undefined outside the picture. */
  at(east: number, north: number, into: Float32Array): boolean;
}

/** Draws a square of `side` metres around `middle` with `detail` pixels per metre. */
export function drawGround(
  scene: Scene,
  season: Season,
  middle: Spot,
  { side, detail }: { side: number; detail: number },
): Ground {
  const size = Math.round(side * detail);
  const canvas = createCanvas(size, size);
  const context = canvas.getContext('2d');
  const place = (target: SKRSContext2D) =>
    target.setTransform(detail, 0, 0, -detail, size / 2 - middle[0] * detail, size / 2 + middle[1] * detail);
  context.fillStyle = season.soil;
  context.fillRect(0, 0, size, size);
  place(context);
  for (const lawn of scene.lawns) fill(context, lawn, season.lawn);
  for (const water of scene.waters) fill(context, water, '#6f8fa3');
  for (const { rings } of scene.buildings) outline(context, rings[0] ?? [], 5, '#98938a');
  drawStreets(context, scene);
  const shadow = createCanvas(size, size);
  const dark = shadow.getContext('2d');
  place(dark);
  drawShadows(dark, scene, season);
  context.resetTransform();
  context.globalAlpha = season.shadow;
  context.drawImage(shadow, 0, 0);
  const { data } = context.getImageData(0, 0, size, size);
  return {
    at(east, north, into) {
      const x = size / 2 + east * detail - 0.5;
      const y = size / 2 - north * detail - 0.5;
      const [left, top] = [Math.floor(x), Math.floor(y)];
      if (left < 0 || top < 0 || left >= size - 1 || top >= size - 1) return false;
      const [fx, fy] = [x - left, y - top];
      const first = (top * size + left) * 4;
      const grain = 0.94 + 0.12 * noise(left, top);
      for (let channel = 0; channel < 3; channel++) {
        const a = data[first + channel] ?? 0;
        const b = data[first + 4 + channel] ?? 0;
        const c = data[first + size * 4 + channel] ?? 0;
        const d = data[first + size * 4 + 4 + channel] ?? 0;
        into[channel] = ((a * (1 - fx) + b * fx) * (1 - fy) + (c * (1 - fx) + d * fx) * fy) * grain;
      }
      return true;
    },
  };
}

function drawStreets(context: SKRSContext2D, { streets }: Scene): void {
  context.lineJoin = 'round';
  context.lineCap = 'round';
  for (const { line, width } of streets) if (width > 6) outline(context, line, width + 7, '#a09b92', false);
  for (const { line, width } of streets) outline(context, line, width + 0.5, '#8f8c88', false);
  for (const { line, width } of streets) outline(context, line, width, '#5b5c60', false);
  context.lineCap = 'butt';
  for (const { line, width, lanes } of streets) {
    if (width < 6.5) continue;
    context.setLineDash([]);
    for (const side of [-1, 1])
      outline(context, shifted(line, side * (width / 2 - 0.35)), 0.12, '#c9c9c4', false);
    context.setLineDash([3, 4.5]);
    for (let lane = 1; lane < Math.round(lanes); lane++)
      outline(context, shifted(line, -width / 2 + 0.5 + lane * 3.4), 0.14, '#d8d8d2', false);
  }
  context.setLineDash([]);
}

function drawShadows(context: SKRSContext2D, { buildings, trees }: Scene, { sun }: Season): void {
  const [sx, sy] = [-Math.sin(sun.azimuth), -Math.cos(sun.azimuth)];
  const reach = 1 / Math.tan(sun.elevation);
  for (const { rings, height } of buildings) {
    const [dx, dy] = [sx * height * reach, sy * height * reach];
    const ring = rings[0] ?? [];
    fill(context, [ring.map(([x, y]): Spot => [x + dx, y + dy])], '#10141c');
    for (const [index, [x1, y1]] of ring.slice(1).entries()) {
      const [x0, y0] = ring[index] as Spot;
      fill(
        context,
        [
          [
            [x0, y0],
            [x1, y1],
            [x1 + dx, y1 + dy],
            [x0 + dx, y0 + dy],
          ],
        ],
        '#10141c',
      );
    }
  }
  for (const { at, height, radius } of trees) {
    const crown = height - radius;
    context.fillStyle = '#10141c';
    context.beginPath();
    context.ellipse(
      at[0] + sx * crown * reach,
      at[1] + sy * crown * reach,
      radius,
      radius / Math.sin(sun.elevation),
      -sun.azimuth,
      0,
      Math.PI * 2,
    );
    context.fill();
  }
}

function shifted(line: readonly Spot[], by: number): Spot[] {
  return line.map(([x, y], index) => {
    const [x0, y0] = line[Math.max(0, index - 1)] as Spot;
    const [x1, y1] = line[Math.min(line.length - 1, index + 1)] as Spot;
    const length = Math.hypot(x1 - x0, y1 - y0) || 1;
    return [x + ((y1 - y0) / length) * by, y - ((x1 - x0) / length) * by];
  });
}

function fill(context: SKRSContext2D, rings: readonly Spot[][], colour: string): void {
  context.fillStyle = colour;
  context.beginPath();
  for (const ring of rings) trace(context, ring);
  context.fill('evenodd');
}

function outline(context: SKRSContext2D, line: readonly Spot[], width: number, colour: string, close = true) {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  trace(context, line);
  if (close) context.closePath();
  context.stroke();
}

function trace(context: SKRSContext2D, line: readonly Spot[]): void {
  for (const [index, [x, y]] of line.entries())
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
}
