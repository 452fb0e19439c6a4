/** Longest bar in pixels. */
const longest = 96;
/** Metres from which lengths read in kilometres (spec §9). */
const kilometresFrom = 3000;

export interface ScaleLength {
  /** Width of the bar in pixels. */
  pixels: number;
  value: number;
  unit: 'meter' | 'kilometer';
}

/** The longest round length (1, 2 or 5 times a power of ten) that fits the bar; undefined while the scale is not known. */
export function scaleLength(metresPerPixel: number): ScaleLength | undefined {
  if (!Number.isFinite(metresPerPixel) || metresPerPixel <= 0) return undefined;
  const most = metresPerPixel * longest;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = power * ([5, 2].find((step) => step * power <= most) ?? 1);
  const kilometres = metres >= kilometresFrom;
  return {
    pixels: metres / metresPerPixel,
    value: kilometres ? metres / 1000 : metres,
    unit: kilometres ? 'kilometer' : 'meter',
  };
}
