/** A class of labels (web map specification, `labelingInfo`), as far as it is edited here; other members are kept. */
export interface LabelJson {
  labelExpressionInfo?: { expression?: string; [other: string]: unknown };
  /** Before Arcade: fields in brackets. */
  labelExpression?: string;
  labelPlacement?: string | null;
  where?: string | null;
  /** Denominators; 0 means no limit. */
  minScale?: number;
  maxScale?: number;
  symbol?: LabelSymbolJson;
  /** Of labels along lines; true by default. */
  repeatLabel?: boolean;
  /** Points between such labels; the SDK decides without it. */
  repeatLabelDistance?: number;
  /** `none` for labels that may overlap. */
  deconflictionStrategy?: string;
  [other: string]: unknown;
}

type Rgba = readonly number[];

interface LabelSymbolJson {
  type?: string;
  color?: Rgba | null;
  haloColor?: Rgba | null;
  haloSize?: number | null;
  font?: { family?: string; size?: number; weight?: string; style?: string };
  xoffset?: number;
  yoffset?: number;
  [other: string]: unknown;
}

/** The text style of labels; colours as CSS. */
export interface LabelLook {
  family: string;
  size: number;
  bold: boolean;
  italic: boolean;
  color: string;
  /** Width of the outline around letters; 0 for none. */
  halo: number;
  haloColor: string;
  /** Points to the right and up. */
  xOffset: number;
  yOffset: number;
}

/** The font in which this product draws labels; others are drawn in it, too. */
export const labelFont = 'Noto Sans';

const placesOfPoints = [
  'AboveCenter',
  'AboveRight',
  'CenterRight',
  'BelowRight',
  'BelowCenter',
  'BelowLeft',
  'CenterLeft',
  'AboveLeft',
  'CenterCenter',
] as const;
const placesAtLines = ['CenterAlong', 'AboveAlong', 'BelowAlong'] as const;

/** The last part of the names of placements beside points and lines. */
export const placementNames = [...placesOfPoints, ...placesAtLines] as const;

/** Where labels are placed, by the layer's geometry; the first is the default. */
export const placements = {
  point: placesOfPoints.map((name) => `esriServerPointLabelPlacement${name}`),
  line: placesAtLines.map((name) => `esriServerLinePlacement${name}`),
  area: ['esriServerPolygonPlacementAlwaysHorizontal'],
} as const;

/** An expression that reads one field. */
export function fieldExpression(field: string): string {
  return `$feature[${JSON.stringify(field)}]`;
}

/** The field of an expression that only reads one. */
export function expressionField(expression: string): string | undefined {
  const match = /^\$feature(?:\.(\w+)|\[(["'])([^"'\\]+)\2\])\s*;?$/.exec(expression.trim());
  return match?.[1] ?? match?.[3];
}

export function expressionOf({ labelExpressionInfo, labelExpression }: LabelJson): string {
  if (labelExpressionInfo?.expression !== undefined) return labelExpressionInfo.expression;
  const [, field] = /^\[([^\]]+)\]$/.exec(labelExpression ?? '') ?? [];
  return field === undefined ? (labelExpression ?? '') : fieldExpression(field);
}

export function withExpression(label: LabelJson, expression: string): LabelJson {
  const { labelExpression: _was, ...rest } = label;
  return { ...rest, labelExpressionInfo: { ...label.labelExpressionInfo, expression } };
}

const usual: LabelLook = {
  family: labelFont,
  size: 9,
  bold: false,
  italic: false,
  color: '#1d211c',
  halo: 1.5,
  haloColor: '#ffffff',
  xOffset: 0,
  yOffset: 0,
};

export function lookOf({ symbol = {} }: LabelJson): LabelLook {
  return {
    family: symbol.font?.family || usual.family,
    size: symbol.font?.size ?? usual.size,
    bold: symbol.font?.weight === 'bold',
    italic: symbol.font?.style === 'italic' || symbol.font?.style === 'oblique',
    color: hexOf(symbol.color) ?? usual.color,
    halo: symbol.haloColor ? (symbol.haloSize ?? 0) : 0,
    haloColor: hexOf(symbol.haloColor) ?? usual.haloColor,
    xOffset: symbol.xoffset ?? 0,
    yOffset: symbol.yoffset ?? 0,
  };
}

/** A copy with another text symbol style; other members of the symbol are preserved. */
export function withLook(label: LabelJson, change: Partial<LabelLook>): LabelJson {
  const look = { ...lookOf(label), ...change };
  const { family, size, bold, italic, color, halo, haloColor, xOffset, yOffset } = look;
  const { symbol } = label;
  const slope = change.italic === undefined ? symbol?.font?.style : italic ? 'italic' : 'normal';
  return {
    ...label,
    symbol: {
      ...symbol,
      type: symbol?.type ?? 'esriTS',
      color: rgbaOf(color, symbol?.color),
      haloSize: halo,
      haloColor: halo > 0 ? rgbaOf(haloColor, symbol?.haloColor) : null,
      font: {
        ...symbol?.font,
        family,
        size,
        weight: bold ? 'bold' : 'normal',
        ...(slope && { style: slope }),
      },
      ...((xOffset !== 0 || symbol?.xoffset !== undefined) && { xoffset: xOffset }),
      ...((yOffset !== 0 || symbol?.yoffset !== undefined) && { yoffset: yOffset }),
    },
  };
}

/** The points between labels that are repeated along a line; 0 for labels that are drawn once. */
export function repeatOf({ repeatLabel = true, repeatLabelDistance }: LabelJson): number | undefined {
  return repeatLabel ? repeatLabelDistance : 0;
}

/** A copy whose labels are repeated at such distances; undefined lets the SDK choose one. */
export function withRepeat(label: LabelJson, distance: number | undefined): LabelJson {
  const { repeatLabel: _was, repeatLabelDistance: distanceBefore, ...rest } = label;
  if (distance !== 0)
    return distance === undefined ? rest : { ...rest, repeatLabel: true, repeatLabelDistance: distance };
  return { ...rest, repeatLabel: false, ...(distanceBefore && { repeatLabelDistance: distanceBefore }) };
}

/** A copy whose labels may overlap others, or are omitted where they would. */
export function withOverlap(label: LabelJson, allowed: boolean): LabelJson {
  const { deconflictionStrategy: _was, ...rest } = label;
  return allowed ? { ...rest, deconflictionStrategy: 'none' } : rest;
}

function hexOf(rgba: Rgba | null | undefined): string | undefined {
  if (!rgba) return undefined;
  const hex = (value: number | undefined = 0) => Math.round(value).toString(16).padStart(2, '0');
  return `#${hex(rgba[0])}${hex(rgba[1])}${hex(rgba[2])}`;
}

/** A colour keeps the transparency it had. */
function rgbaOf(hex: string, was: Rgba | null | undefined): Rgba {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [part(1), part(3), part(5), was?.[3] ?? 255];
}

/** A new class that shows a field. Dark text with a light halo is readable on any basemap. */
export function newLabel(field: string | undefined, geometry: keyof typeof placements = 'point'): LabelJson {
  return withLook(
    {
      labelExpressionInfo: { expression: field === undefined ? '' : fieldExpression(field) },
      labelPlacement: placements[geometry][0] ?? null,
    },
    usual,
  );
}
