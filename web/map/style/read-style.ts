import Color from '@arcgis/core/Color.js';
import type ClassBreaksRenderer from '@arcgis/core/renderers/ClassBreaksRenderer.js';
import type DotDensityRenderer from '@arcgis/core/renderers/DotDensityRenderer.js';
import type PieChartRenderer from '@arcgis/core/renderers/PieChartRenderer.js';
import type HeatmapRenderer from '@arcgis/core/renderers/HeatmapRenderer.js';
import type SimpleRenderer from '@arcgis/core/renderers/SimpleRenderer.js';
import type UniqueValueRenderer from '@arcgis/core/renderers/UniqueValueRenderer.js';
import type ColorVariable from '@arcgis/core/renderers/visualVariables/ColorVariable.js';
import type SizeVariable from '@arcgis/core/renderers/visualVariables/SizeVariable.js';
import type Symbol from '@arcgis/core/symbols/Symbol.js';
import { type StyleRow, type StyleState, type StyleSteps, styleSteps, usualClasses } from './style.ts';
import type { StyleSymbol } from './symbol.ts';
import { changedSymbol, symbolOf, withOpacity } from './symbol-parts.ts';
import { type AnyRenderer, classesOf, textOf, type TypeClass } from './type-classes.ts';

export type { AnyRenderer };

type Described = Pick<
  StyleState,
  | 'kind'
  | 'field'
  | 'furtherFields'
  | 'expression'
  | 'divisor'
  | 'several'
  | 'steps'
  | 'classes'
  | 'rows'
  | 'colors'
  | 'symbol'
>;

/** Describes how a renderer draws. */
export function readStyle(renderer: AnyRenderer | null | undefined): Described {
  const described = describe(renderer);
  const stops = renderer?.type === 'heatmap' ? ((renderer as HeatmapRenderer).colorStops ?? []) : [];
  const colors = stops.flatMap(({ color, ratio }) => (color && ratio > 0 ? color.toCss(true) : []));
  return { ...described, colors: [...colors, ...described.rows.flatMap(({ color }) => color ?? [])] };
}

function describe(renderer: AnyRenderer | null | undefined): Omit<Described, 'colors'> {
  const nothing = {
    field: undefined,
    furtherFields: [],
    expression: undefined,
    divisor: undefined,
    several: [],
    steps: 'continuous',
    classes: usualClasses,
    rows: [],
  } as const;
  const symbol = symbolOf(symbolsOf(renderer)[0]);
  const other = { ...nothing, kind: 'other', symbol } as const;
  if (!renderer) return other;
  if (renderer.type === 'heatmap') return { ...nothing, kind: 'heatmap', symbol: {} };
  if (renderer.type === 'dot-density' || renderer.type === 'pie-chart') {
    const { attributes } = renderer as DotDensityRenderer | PieChartRenderer;
    if (attributes.some(({ field, valueExpression }) => !field || valueExpression)) return other;
    const rows = attributes.map(({ label, field, color }) => ({
      label: label || (field ?? ''),
      color: color?.toHex(),
    }));
    return {
      ...nothing,
      kind: renderer.type === 'dot-density' ? 'dots' : 'charts',
      several: attributes.map(({ field }) => field ?? ''),
      rows,
      symbol: {},
    };
  }
  // Opacity, rotation, and sizes by the map's scale apply to every style.
  const variables = variablesOf(renderer).filter(
    (variable) => variable.type === 'color' || (variable.type === 'size' && !followsScale(variable)),
  );
  const [first] = variables;
  if (renderer.type === 'unique-value') {
    const types = renderer as UniqueValueRenderer;
    const { field, field2, field3, authoringInfo, valueExpression } = types;
    const several = fieldsOfAuthoring(authoringInfo);
    if (several.length === 0 && !field && !valueExpression) return other;
    const rows = classesOf(types).map((one) => rowOf(textOf(one), one.symbol));
    if (several.length > 0) {
      const kind = authoringInfo?.type === 'relationship' ? 'relationship' : 'predominance';
      return { ...nothing, kind, several, rows, symbol };
    }
    return {
      ...nothing,
      kind: 'types',
      ...shownValue(field, valueExpression),
      furtherFields: valueExpression ? [] : [field2, field3].flatMap((name) => name || []),
      classes: rows.length,
      rows,
      symbol,
    };
  }
  if (renderer.type === 'class-breaks' && variables.length === 0) {
    const { field, normalizationField, classBreakInfos, authoringInfo } = renderer as ClassBreaksRenderer;
    const { valueExpression } = renderer as ClassBreaksRenderer;
    if (!field && !valueExpression) return other;
    const rows = classBreakInfos.map(({ label, minValue, maxValue, symbol: one }) =>
      rowOf(label ?? `${minValue} – ${maxValue}`, one),
    );
    return {
      ...nothing,
      kind: 'color',
      ...shownValue(field, valueExpression),
      divisor: normalizationField ?? undefined,
      rows,
      symbol,
      classes: rows.length,
      steps: stepsOf(authoringInfo?.classificationMethod),
    };
  }
  // The SDK writes continuous colours as one class with a variable.
  if (!['simple', 'class-breaks'].includes(renderer.type)) return other;
  if (!first) return renderer.type === 'simple' ? { ...nothing, kind: 'single', symbol } : other;
  const shown = variables.filter(({ target }) => target !== 'outline');
  const [variable, ...more] = shown;
  const [second] = more;
  const isSame = second?.field === variable?.field && second?.valueExpression === variable?.valueExpression;
  const isBoth = more.length === 1 && isSame && second?.type !== variable?.type;
  if (!variable || (more.length > 0 && !isBoth)) return other;
  if (!variable.field && !variable.valueExpression) return other;
  const read = {
    ...nothing,
    ...shownValue(variable.field, variable.valueExpression),
    divisor: variable.normalizationField ?? undefined,
    symbol,
  };
  if (isBoth) {
    const colored = shown.find(({ type }) => type === 'color');
    return { ...read, kind: 'both', rows: rowsOfStops(colored) };
  }
  if (variable.type === 'size') return { ...read, kind: 'size' };
  if (variable.type !== 'color') return other;
  return { ...read, kind: 'color', rows: rowsOfStops(variable) };
}

/** The field whose value is shown, or the expression: it overrides the field. */
function shownValue(field: string | null | undefined, expression: string | null | undefined) {
  return expression ? { field: undefined, expression } : { field: field || undefined, expression: undefined };
}

function rowsOfStops(variable: AnyVariable | undefined): StyleRow[] {
  return (variable?.stops ?? []).map(({ label, value, color }) => ({
    label: label ?? `${value}`,
    color: color?.toHex(),
  }));
}

/** The fields that a renderer of the SDK compares by an expression. */
function fieldsOfAuthoring(info: UniqueValueRenderer['authoringInfo']): readonly string[] {
  if (info?.type === 'predominance') return info.fields ?? [];
  if (info?.type !== 'relationship') return [];
  return [info.field1?.field, info.field2?.field].filter((field) => field != null);
}

type AnyVariable = (ColorVariable | SizeVariable) & {
  target?: string;
  stops?: ColorVariable['stops'];
};

/** The variables of a renderer; none for renderers that have no such member. */
export function variablesOf(renderer: AnyRenderer): AnyVariable[] {
  const { visualVariables } = renderer as SimpleRenderer;
  return (visualVariables ?? []) as unknown as AnyVariable[];
}

function stepsOf(method: string | null | undefined): StyleSteps {
  return styleSteps.find((one) => one === method && one !== 'continuous') ?? 'natural-breaks';
}

function rowOf(label: string, symbol: Symbol | null | undefined): StyleRow {
  const parts = symbolOf(symbol);
  return { label, color: parts.color, symbol: parts };
}

/** What of a renderer has a symbol. */
interface WithSymbols {
  symbol?: Symbol | null;
  defaultSymbol?: Symbol | null;
}

/** The classes of a renderer: types or ranges; none for others. */
function infosOf(renderer: AnyRenderer): readonly TypeClass[] {
  if (renderer.type === 'unique-value') return classesOf(renderer as UniqueValueRenderer);
  return renderer.type === 'class-breaks' ? (renderer as ClassBreaksRenderer).classBreakInfos : [];
}

/** Every symbol of a renderer. */
function symbolsOf(renderer: AnyRenderer | null | undefined): Symbol[] {
  if (!renderer) return [];
  const { symbol, defaultSymbol } = renderer as unknown as WithSymbols;
  return [symbol, ...infosOf(renderer).map((info) => info.symbol), defaultSymbol].filter(
    (one) => one != null,
  );
}

/** Whether a variable draws the map's scale, as a size or as the width of outlines. */
export function followsScale({
  type,
  valueExpression,
}: Pick<AnyVariable, 'type' | 'valueExpression'>): boolean {
  return type === 'size' && valueExpression === '$view.scale';
}

/** Removes sizes by the map's scale, which symbols of a chosen size would not follow. */
function dropScaledSizes(renderer: AnyRenderer): void {
  const others = variablesOf(renderer).filter((variable) => !followsScale(variable));
  if (others.length < variablesOf(renderer).length)
    (renderer as SimpleRenderer).visualVariables = others as NonNullable<SimpleRenderer['visualVariables']>;
}

/** A copy of a renderer with all its symbols changed. */
export function withSymbol(renderer: AnyRenderer, change: StyleSymbol): AnyRenderer {
  const copy = renderer.clone();
  if (change.size !== undefined || change.outlineWidth !== undefined) dropScaledSizes(copy);
  const changing = copy as unknown as WithSymbols;
  for (const info of infosOf(copy)) if (info.symbol) info.symbol = changedSymbol(info.symbol, change);
  if (changing.symbol) changing.symbol = changedSymbol(changing.symbol, change);
  if (changing.defaultSymbol) changing.defaultSymbol = changedSymbol(changing.defaultSymbol, change);
  return copy;
}

/** A copy of a renderer with one line of its legend changed. */
export function withRow(
  renderer: AnyRenderer,
  index: number,
  { label, color, symbol }: Partial<StyleRow>,
): AnyRenderer {
  const copy = renderer.clone();
  const dots = (copy as unknown as Partial<DotDensityRenderer>).attributes?.[index];
  if (dots) {
    if (label !== undefined) dots.label = label;
    if (color !== undefined) dots.color = withAlphaOf(dots.color, color);
    return copy;
  }
  const [variable] = variablesOf(copy).filter(({ type }) => type === 'color');
  const stop = variable?.stops?.[index];
  if (stop && variable) {
    if (label !== undefined) stop.label = label;
    if (color !== undefined) stop.color = withAlphaOf(stop.color, color);
    return copy;
  }
  const info = infosOf(copy)[index];
  if (!info) return copy;
  if (label !== undefined) info.label = label;
  if (symbol?.size !== undefined) dropScaledSizes(copy);
  const change = { ...symbol, ...(color !== undefined && { color }) };
  if (info.symbol) info.symbol = changedSymbol(info.symbol, change);
  return copy;
}

/** A copy of a renderer whose classes have these colours, from low to high, or ones between them. */
export function withColors(renderer: AnyRenderer, colors: readonly string[]): AnyRenderer {
  const { rows } = readStyle(renderer);
  return rows.reduce((result, _row, index) => {
    const at = rows.length > 1 ? (index / (rows.length - 1)) * (colors.length - 1) : 0;
    const [low, high] = [colors[Math.floor(at)], colors[Math.ceil(at)]].map((css) => new Color(css));
    if (!low || !high) return result;
    return withRow(result, index, { color: Color.blendColors(low, high, at % 1).toHex() });
  }, renderer);
}

function withAlphaOf(was: Color | null | undefined, css: string): Color {
  return withOpacity(css, was?.a ?? 1);
}
