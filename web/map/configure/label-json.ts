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
  [other: string]: unknown;
}

type Rgba = readonly number[];

interface LabelSymbolJson {
  type?: string;
  color?: Rgba | null;
  haloColor?: Rgba | null;
  haloSize?: number | null;
  font?: { family?: string; size?: number; weight?: string; style?: string };
  [other: string]: unknown;
}

/** The text style of labels; colours as CSS. */
export interface LabelLook {
  size: number;
  bold: boolean;
  color: string;
  /** Width of the outline around letters; 0 for none. */
  halo: number;
  haloColor: string;
}

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
  const match = /^\s*\$feature(?:\.(\w+)|\[(["'])([^"'\\]+)\2\])\s*;?\s*$/.exec(expression);
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

const usual: LabelLook = { size: 9, bold: false, color: '#1d211c', halo: 1.5, haloColor: '#ffffff' };

export function lookOf({ symbol = {} }: LabelJson): LabelLook {
  return {
    size: symbol.font?.size ?? usual.size,
    bold: symbol.font?.weight === 'bold',
    color: hexOf(symbol.color) ?? usual.color,
    halo: symbol.haloColor ? (symbol.haloSize ?? 0) : 0,
    haloColor: hexOf(symbol.haloColor) ?? usual.haloColor,
  };
}

/** A copy with another text symbol style; other members of the symbol, such as offsets, are preserved. */
export function withLook(label: LabelJson, change: Partial<LabelLook>): LabelJson {
  const { size, bold, color, halo, haloColor } = { ...lookOf(label), ...change };
  const { symbol } = label;
  return {
    ...label,
    symbol: {
      ...symbol,
      type: symbol?.type ?? 'esriTS',
      color: rgbaOf(color, symbol?.color),
      haloSize: halo,
      haloColor: halo > 0 ? rgbaOf(haloColor, symbol?.haloColor) : null,
      font: {
        family: 'Noto Sans',
        ...symbol?.font,
        size,
        weight: bold ? 'bold' : 'normal',
      },
    },
  };
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
