import { noise } from './scene.ts';
import type { Season } from './season.ts';

/** Sky, sun and clouds in one direction. */
export function skyAt(into: Float32Array, season: Season, dx: number, dy: number, elevation: number): void {
  const { sun, zenith, horizon, clouds } = season;
  const high = Math.max(0, Math.sin(elevation)) ** 0.55;
  const flat = Math.cos(elevation);
  const toSun =
    (dx * Math.sin(sun.azimuth) + dy * Math.cos(sun.azimuth)) * flat * Math.cos(sun.elevation) +
    Math.sin(elevation) * Math.sin(sun.elevation);
  const glow = Math.max(0, toSun) ** 60 * 70 + Math.max(0, toSun) ** 6 * 22 + (toSun > 0.9995 ? 160 : 0);
  const away = 1 / Math.max(0.06, Math.sin(elevation));
  const [u, v] = [dx * flat * away * 1.4 + 40, dy * flat * away * 1.4 + 40];
  const cover = elevation > 0.02 ? layered(u, v) : 0;
  const thick = Math.max(0, Math.min(1, (cover - (1 - clouds)) * 4)) * Math.min(1, elevation * 6);
  for (let channel = 0; channel < 3; channel++) {
    const clear = (horizon[channel] ?? 0) * (1 - high) + (zenith[channel] ?? 0) * high;
    const cloud = 236 - (cover - 0.5) * 60 + ((horizon[channel] ?? 0) - 220) * 0.25;
    into[channel] = clear * (1 - thick * 0.85) + cloud * thick * 0.85 + glow;
  }
}

/** Five octaves of smooth noise, 0…1. */
function layered(u: number, v: number): number {
  let sum = 0;
  let weight = 0.5;
  for (let octave = 0; octave < 5; octave++) {
    sum += smooth(u * 2 ** octave, v * 2 ** octave, octave) * weight;
    weight /= 2;
  }
  return sum / 0.97;
}

function smooth(u: number, v: number, seed: number): number {
  const [x, y] = [Math.floor(u), Math.floor(v)];
  const [fx, fy] = [ease(u - x), ease(v - y)];
  const at = (i: number, j: number) => noise(x + i + seed * 131, y + j);
  return (at(0, 0) * (1 - fx) + at(1, 0) * fx) * (1 - fy) + (at(0, 1) * (1 - fx) + at(1, 1) * fx) * fy;
}

function ease(part: number): number {
  return part * part * (3 - 2 * part);
}
