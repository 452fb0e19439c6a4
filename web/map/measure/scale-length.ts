import type { LengthInUnit, UnitSystem } from './units.ts';

/** Maximum width of the scale bar in pixels. */
const longest = 96;
/** Metres in the small and the large unit of a system, and the number of large units from which the large one is used. */
const units = {
  metric: { small: ['meter', 1], large: ['kilometer', 1000], from: 3 },
  imperial: { small: ['foot', 0.3048], large: ['mile', 1609.344], from: 1 },
} as const;

/** A length in a round number of units. */
export interface ScaleLength extends LengthInUnit {
  /** Width of the bar in pixels. */
  pixels: number;
}

/** The longest round length (1, 2 or 5 times a power of ten) that fits the bar; undefined while the scale is unknown. */
export function scaleLength(metresPerPixel: number, system: UnitSystem = 'metric'): ScaleLength | undefined {
  if (!Number.isFinite(metresPerPixel) || metresPerPixel <= 0) return undefined;
  const { small, large, from } = units[system];
  const inLarge = roundBelow((metresPerPixel * longest) / large[1]);
  const [[unit, metres], value] =
    inLarge >= from ? [large, inLarge] : [small, roundBelow((metresPerPixel * longest) / small[1])];
  return { pixels: (value * metres) / metresPerPixel, value, unit };
}

function roundBelow(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return power * ([5, 2].find((step) => step * power <= most) ?? 1);
}
