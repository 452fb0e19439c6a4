/** Systems of units. */
export type UnitSystem = 'metric' | 'imperial';

/** A length in the most readable unit. */
export interface LengthInUnit {
  value: number;
  /** The unit's name for `Intl.NumberFormat` and, in the plural, for the SDK. */
  unit: 'meter' | 'kilometer' | 'foot' | 'mile';
}

/** Units of area that `Intl.NumberFormat` does not have. */
export type SquareUnit = 'square-meters' | 'square-kilometers' | 'square-feet' | 'square-miles';

/** An area in the most readable unit, with the SDK's name of it. */
export interface AreaInUnit {
  value: number;
  unit: SquareUnit | 'acres';
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
      return { value: squareMetres / mile ** 2, unit: 'square-miles' };
    if (squareMetres >= switchAt * acre) return { value: squareMetres / acre, unit: 'acres' };
    return { value: squareMetres / foot ** 2, unit: 'square-feet' };
  }
  return squareMetres >= switchAt * 1_000_000
    ? { value: squareMetres / 1_000_000, unit: 'square-kilometers' }
    : { value: squareMetres, unit: 'square-meters' };
}

/** A length in the language's number format: `2,999 m`, `3.00 km`. */
export function lengthText(metres: number, system: UnitSystem, language: string): string {
  const { value, unit } = lengthIn(metres, system);
  return inUnit(value, unit, language);
}

/**
 * An area in the language's number format: `12,400 m²`, `4.94 ac`.
 *
 * @param withUnit writes a number with a unit that `Intl` does not have
 */
export function areaText(
  squareMetres: number,
  system: UnitSystem,
  language: string,
  withUnit: (unit: SquareUnit, number: string) => string,
): string {
  const { value, unit } = areaIn(squareMetres, system);
  if (unit === 'acres') return inUnit(value, 'acre', language);
  return withUnit(unit, new Intl.NumberFormat(language, digitsFor(value)).format(value));
}

/** The units of land: `1.24 ha · 3.06 ac`, whatever the system. */
export function landText(squareMetres: number, language: string): string {
  return `${inUnit(squareMetres / 10_000, 'hectare', language)} · ${inUnit(squareMetres / acre, 'acre', language)}`;
}

function inUnit(value: number, unit: LengthInUnit['unit'] | 'hectare' | 'acre', language: string): string {
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    ...digitsFor(value),
  }).format(value);
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
