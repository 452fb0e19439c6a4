/** Effects of a layer that can be set here; 0 means none. */
export interface Effects {
  /** Offset and blur of the shadow, in points. */
  shadow: number;
  /** Strength. */
  bloom: number;
  /** Radius, in points. */
  blur: number;
  /** Percent. */
  grey: number;
  /** A shadow or bloom of another program, which has more parts than can be set here. */
  kept?: Partial<Record<keyof typeof usual, string>>;
  /** An effect of another program, which is kept until one of these is set. */
  other: string;
}

export const noEffects: Effects = { shadow: 0, bloom: 0, blur: 0, grey: 0, other: '' };

/** The effects of several parts as they are written for the one number that can be set. */
const usual = {
  shadow: (size: number) => `drop-shadow(${size}pt ${size}pt ${size}pt rgba(0, 0, 0, 0.6))`,
  bloom: (strength: number) => `bloom(${strength} 1pt 0)`,
};

const number = String.raw`(\d+(?:\.\d+)?)`;
/** Web maps store lengths in points; the SDK reads pixels, too. */
const length = `${number}(px|pt)`;
const pointsOfPixel = 0.75;
const patterns: readonly [keyof Omit<Effects, 'kept' | 'other'>, RegExp][] = [
  ['shadow', new RegExp(String.raw`^drop-shadow\(${length}[, ]+${length}[, ]+${length}.*\)$`, 'i')],
  ['bloom', new RegExp(String.raw`^bloom\(${number}[, ].*\)$`, 'i')],
  ['blur', new RegExp(String.raw`^blur\(${length}\)$`, 'i')],
  ['grey', new RegExp(String.raw`^grayscale\(${number}(%?)\)$`, 'i')],
];

/** The functions of an effect: `blur(2px) bloom(1, 2px, 0)` → `blur(2px)`, `bloom(1, 2px, 0)`. */
function functionsOf(effect: string): string[] {
  return effect.match(/(?<![\w-])[\w-]+\((?:[^()]|\([^()]*\))*\)/g) ?? [];
}

/** Reads an effect of a layer (`layer.effect`). Scale-dependent effects count as `other`. */
export function readEffects(effect: unknown): Effects {
  if (effect === undefined || effect === null || effect === '') return noEffects;
  if (typeof effect !== 'string') return { ...noEffects, other: JSON.stringify(effect) };
  const read: Effects = { ...noEffects };
  for (const one of functionsOf(effect)) {
    const found = patterns.find(([, pattern]) => pattern.test(one));
    if (!found) return { ...noEffects, other: effect };
    const [name, pattern] = found;
    const [, amount, unit] = pattern.exec(one) ?? [];
    const value = Number(amount) * (unit === 'px' ? pointsOfPixel : 1);
    // Web maps store a share instead of percent.
    read[name] = name === 'grey' && unit !== '%' ? Math.round(value * 1000) / 10 : value;
    if ((name === 'shadow' || name === 'bloom') && one !== usual[name](value))
      read.kept = { ...read.kept, [name]: one };
  }
  return read;
}

/** Writes effects as the value of `layer.effect`; null for none. */
export function writeEffects({ shadow, bloom, blur, grey, kept = {}, other }: Effects): string | null {
  if (other !== '') return other;
  const sameShadow = kept.shadow !== undefined && readEffects(kept.shadow).shadow === shadow;
  const parts = [
    shadow > 0 && (sameShadow ? kept.shadow : usual.shadow(shadow)),
    // Another strength leaves the radius and the threshold.
    bloom > 0 && (kept.bloom?.replace(new RegExp(number), String(bloom)) ?? usual.bloom(bloom)),
    blur > 0 && `blur(${blur}pt)`,
    grey > 0 && `grayscale(${grey}%)`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' ') : null;
}

/** The offered blend modes: those with a useful result on most basemaps. */
export const blendModes = [
  'normal',
  'multiply',
  'darken',
  'color-burn',
  'screen',
  'lighten',
  'color-dodge',
  'overlay',
  'soft-light',
  'hard-light',
  'luminosity',
  'color',
  'destination-in',
  'destination-out',
] as const;
