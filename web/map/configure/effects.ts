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
  /** An effect of another program, which is kept until one of these is set. */
  other: string;
}

export const noEffects: Effects = { shadow: 0, bloom: 0, blur: 0, grey: 0, other: '' };

const number = String.raw`(\d+(?:\.\d+)?)`;
const patterns: readonly [keyof Omit<Effects, 'other'>, RegExp][] = [
  [
    'shadow',
    new RegExp(
      String.raw`^drop-shadow\(${number}(?:px|pt)[, ]+${number}(?:px|pt)[, ]+${number}(?:px|pt).*\)$`,
      'i',
    ),
  ],
  ['bloom', new RegExp(String.raw`^bloom\(${number}[, ].*\)$`, 'i')],
  ['blur', new RegExp(String.raw`^blur\(${number}(?:px|pt)\)$`, 'i')],
  ['grey', new RegExp(String.raw`^grayscale\(${number}%?\)$`, 'i')],
];

/** The functions of an effect: `blur(2px) bloom(1, 2px, 0)` → `blur(2px)`, `bloom(1, 2px, 0)`. */
function functionsOf(effect: string): string[] {
  return effect.match(/[\w-]+\((?:[^()]|\([^()]*\))*\)/g) ?? [];
}

/** Reads an effect of a layer (`layer.effect`). Scale-dependent effects count as `other`. */
export function readEffects(effect: unknown): Effects {
  if (effect === undefined || effect === null || effect === '') return noEffects;
  if (typeof effect !== 'string') return { ...noEffects, other: JSON.stringify(effect) };
  const read = { ...noEffects };
  for (const one of functionsOf(effect)) {
    const found = patterns.find(([, pattern]) => pattern.test(one));
    if (!found) return { ...noEffects, other: effect };
    const [name, pattern] = found;
    const value = Number(pattern.exec(one)?.[1]);
    // Other programs write a share instead of percent.
    read[name] = name === 'grey' && !one.includes('%') ? value * 100 : value;
  }
  return read;
}

/** Writes effects as the value of `layer.effect`; null for none. */
export function writeEffects({ shadow, bloom, blur, grey, other }: Effects): string | null {
  if (other !== '') return other;
  const parts = [
    shadow > 0 && `drop-shadow(${shadow}px, ${shadow}px, ${shadow}px, rgba(0, 0, 0, 0.6))`,
    bloom > 0 && `bloom(${bloom}, 1px, 0%)`,
    blur > 0 && `blur(${blur}px)`,
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
