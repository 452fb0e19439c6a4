/** Systems of units. */
export type UnitSystem = 'metric' | 'imperial';

/** A length in the most readable unit. */
export interface LengthInUnit {
  value: number;
  /** The unit's name for `Intl.NumberFormat` and, in the plural, for the SDK. */
  unit: 'meter' | 'kilometer' | 'foot' | 'mile';
}

/** An area in the most readable unit, with the unit's symbol. */
export interface AreaInUnit {
  value: number;
  unit: 'square-meters' | 'square-kilometers' | 'square-feet' | 'acres' | 'square-miles';
  sign: 'm²' | 'km²' | 'ft²' | 'ac' | 'mi²';
}

const foot = 0.3048;
const mile = 1609.344;
const acre = 4046.8564224;
/** The larger unit is used from three of it: 3,000 m, 3 km² and so on (docs/product.md#map-viewer). */
const switchAt = 3;

export function lengthIn(metres: number, system: UnitSystem): LengthInUnit {
  if (system === 'imperial') {
    return metres >= switchAt * mile
      ? { value: metres / mile, unit: 'mile' }
      : { value: metres / foot, unit: 'foot' };
  }
  return metres >= switchAt * 1000
    ? { value: metres / 1000, unit: 'kilometer' }
    : { value: metres, unit: 'meter' };
}

export function areaIn(squareMetres: number, system: UnitSystem): AreaInUnit {
  if (system === 'imperial') {
    if (squareMetres >= switchAt * mile ** 2)
      return { value: squareMetres / mile ** 2, unit: 'square-miles', sign: 'mi²' };
    if (squareMetres >= switchAt * acre) return { value: squareMetres / acre, unit: 'acres', sign: 'ac' };
    return { value: squareMetres / foot ** 2, unit: 'square-feet', sign: 'ft²' };
  }
  return squareMetres >= switchAt * 1_000_000
    ? { value: squareMetres / 1_000_000, unit: 'square-kilometers', sign: 'km²' }
    : { value: squareMetres, unit: 'square-meters', sign: 'm²' };
}

/** A length in the language's number format: `2,999 m`, `3.00 km`. */
export function lengthText(metres: number, system: UnitSystem, language: string): string {
  const { value, unit } = lengthIn(metres, system);
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    ...digitsFor(value),
  }).format(value);
}

/** `12,400 m²`; symbols of area units are the same in every language. */
export function areaText(squareMetres: number, system: UnitSystem, language: string): string {
  const { value, sign } = areaIn(squareMetres, system);
  return `${new Intl.NumberFormat(language, digitsFor(value)).format(value)}\u00A0${sign}`;
}

/** The units of land: `1.24 ha · 3.06 ac`, whatever the system. */
export function landText(squareMetres: number, language: string): string {
  const text = (value: number) => new Intl.NumberFormat(language, digitsFor(value)).format(value);
  return `${text(squareMetres / 10_000)}\u00A0ha · ${text(squareMetres / acre)}\u00A0ac`;
}

/** Two decimals below ten, one below a hundred, none above, of the number that is shown: 9.996 is 10.0. */
function digitsFor(value: number) {
  const digits = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return { minimumFractionDigits: digits, maximumFractionDigits: digits };
}

/** Maximum width of the scale bar in pixels. */
const longest = 96;
/**
 * Metres in the small and the large unit of a system, and the number of large units from which the large one
 * is used.
 */
const units = {
  metric: { small: ['meter', 1], large: ['kilometer', 1000], from: 3 },
  imperial: { small: ['foot', 0.3048], large: ['mile', 1609.344], from: 1 },
} as const;

/** A length in a round number of units. */
interface ScaleLength extends LengthInUnit {
  /** Width of the bar in pixels. */
  pixels: number;
}

/**
 * The longest round length (1, 2 or 5 times a power of ten) that fits the bar; undefined while the scale is
 * unknown.
 */
export function scaleLength(metresPerPixel: number, system: UnitSystem = 'metric'): ScaleLength | undefined {
  if (!Number.isFinite(metresPerPixel) || metresPerPixel <= 0) return undefined;
  const { small, large, from } = units[system];
  const inLarge = roundBelow((metresPerPixel * longest) / large[1]);
  const [[unit, metres], value] =
    inLarge >= from ? [large, inLarge] : [small, roundBelow((metresPerPixel * longest) / small[1])];
  return { pixels: (value * metres) / metresPerPixel, value, unit };
}

function roundBelow(max: number): number {
  const power = 10 ** Math.floor(Math.log10(max));
  return power * ([5, 2].find((step) => step * power <= max) ?? 1);
}
