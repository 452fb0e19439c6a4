import { type Building, noise } from './scene.ts';

type Colour = readonly [number, number, number];

const plaster: readonly Colour[] = [
  [222, 206, 176],
  [232, 222, 204],
  [206, 186, 158],
  [214, 196, 184],
  [190, 148, 118],
  [226, 214, 170],
  [202, 208, 210],
  [238, 232, 222],
];
const glassy = /office|commercial|hotel|business/i;

/**
 * The colour of a wall without lighting: plaster with rows of windows by storey, or a curtain wall of glass.
 *
 * @param along metres from the wall's beginning
 * @param z metres above the ground
 * @param footprint metres that one pixel covers: finer patterns fade into their mean
 */
export function facade(
  into: Float32Array,
  { height, levels, use, seed }: Building,
  along: number,
  length: number,
  z: number,
  footprint: number,
): void {
  const base = plaster[Math.floor(seed * plaster.length)] ?? [222, 206, 176];
  const glass = glassy.test(use) || (levels > 14 && seed > 0.6);
  const storey = (height - 1.2) / Math.max(1, levels);
  const floor = Math.floor(z / storey);
  const bays = Math.max(1, Math.round(length / (glass ? 1.7 : 3.1)));
  const bay = Math.floor((along / length) * bays);
  const across = (along / length) * bays - bay;
  const up = z / storey - floor;
  const cell = noise(bay + Math.floor(seed * 991), floor + 17);
  const fade = Math.min(1, Math.max(0, (footprint - 0.35) / 1.4));
  if (z > height - 0.6 || length < 1.6) return paint(into, base, 0.92);
  const pane = glass
    ? windowed(across, up, 0.06, 0.94, 0.1, 0.94)
    : windowed(across, up, 0.26, 0.74, 0.3, 0.82);
  const frame = glass ? false : !pane && windowed(across, up, 0.22, 0.78, 0.26, 0.86);
  const share = glass ? 0.74 : 0.25;
  const shop = floor === 0 && levels > 3 && seed > 0.45;
  const panel = seed > 0.5 && !glass && (across < 0.02 || up < 0.03) ? 0.9 : 1;
  const balcony = !glass && levels > 4 && (bay + Math.floor(seed * 3)) % 3 === 0 && up < 0.3 && floor > 0;
  if (shop && up < 0.85 && across > 0.06 && across < 0.94) paint(into, [58, 66, 74], 0.8 + cell * 0.5);
  else if (pane) paintPane(into, cell, up, glass);
  else if (frame) paint(into, [240, 240, 236], 1);
  else if (balcony) paint(into, base, 0.8);
  else paint(into, base, panel * (0.97 + 0.06 * noise(Math.floor(along * 3), Math.floor(z * 3))));
  if (fade === 0) return;
  // The mean of the pattern where it is too fine to see.
  const mean: Colour = [98, 114, 132];
  for (let channel = 0; channel < 3; channel++) {
    const blurred = (base[channel] ?? 0) * (1 - share) + (mean[channel] ?? 0) * share;
    into[channel] = (into[channel] ?? 0) * (1 - fade) + blurred * fade;
  }
}

function windowed(across: number, up: number, left: number, right: number, low: number, high: number) {
  return across > left && across < right && up > low && up < high;
}

/** Glass mirrors the sky in its upper part; some panes have curtains. */
function paintPane(into: Float32Array, cell: number, up: number, glass: boolean): void {
  if (cell > 0.86 && !glass) return paint(into, [214, 206, 188], 0.9);
  const mirror = 0.35 + 0.5 * up + 0.25 * cell;
  paint(into, glass ? [120, 156, 186] : [92, 112, 132], 0.5 + 0.6 * mirror);
}

function paint(into: Float32Array, colour: Colour, by: number): void {
  into[0] = colour[0] * by;
  into[1] = colour[1] * by;
  into[2] = colour[2] * by;
}
