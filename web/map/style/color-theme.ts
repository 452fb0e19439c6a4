import Color from '@arcgis/core/Color.js';
import type ClassBreaksRenderer from '@arcgis/core/renderers/ClassBreaksRenderer.js';
import type HeatmapRenderer from '@arcgis/core/renderers/HeatmapRenderer.js';
import type UniqueValueRenderer from '@arcgis/core/renderers/UniqueValueRenderer.js';
import type ColorVariable from '@arcgis/core/renderers/visualVariables/ColorVariable.js';
import { type AnyRenderer, followsScale, readStyle, variablesOf, withColors } from './read-style.ts';
import { type ColorTheme, colorThemes } from './style.ts';

function stopsOf(renderer: AnyRenderer | null | undefined): NonNullable<ColorVariable['stops']> {
  const variable = renderer && variablesOf(renderer).find(({ type }) => type === 'color');
  return variable?.stops ?? [];
}

/** What the continuous colours of a renderer stress; undefined for renderers without them. */
export function colorThemeOf(renderer: AnyRenderer | null | undefined): ColorTheme | undefined {
  if (stopsOf(renderer).length === 0) return undefined;
  const made = renderer?.authoringInfo?.visualVariables?.find(({ type }) => type === 'color');
  return colorThemes.find((one) => one === made?.theme) ?? 'high-to-low';
}

/** The value in the middle of the colours that stress one. */
export function centreOf(renderer: AnyRenderer | null | undefined): number | undefined {
  const theme = colorThemeOf(renderer);
  const stops = stopsOf(renderer);
  if (theme === undefined || theme === 'high-to-low' || stops.length % 2 === 0) return undefined;
  return stops[(stops.length - 1) / 2]?.value;
}

/**
 * A copy of a renderer with another value in the middle of its colours. The others stay between the lowest and the
 * highest; those move along where the value is outside.
 */
export function withCentre(renderer: AnyRenderer, centre: number): AnyRenderer {
  const was = centreOf(renderer);
  if (was === undefined) return renderer;
  const copy = renderer.clone();
  const stops = stopsOf(copy);
  const values = movedAround(
    stops.map(({ value }) => value),
    was,
    centre,
  );
  for (const [index, stop] of stops.entries()) {
    const value = values[index] ?? stop.value;
    // As for classes, texts in the author's words stay.
    if (stop.label && !/\p{L}/u.test(stop.label) && value !== stop.value)
      stop.label = stop.label.replace(/-?\d[\d.,\s]*/, String(value));
    stop.value = value;
  }
  return copy;
}

/** Values around a centre, lowest first, around another one. */
export function movedAround(values: readonly number[], was: number, centre: number): number[] {
  const [first = was, last = was] = [values[0], values.at(-1)];
  const round = (value: number) => Number(value.toPrecision(8));
  if (centre <= first || centre >= last) return values.map((value) => round(value + centre - was));
  return values.map((value) => {
    const [end, span] = value < was ? [first, was - first] : [last, was - last];
    return value === was ? centre : round(end + ((value - end) * (centre - end)) / span);
  });
}

/** A copy of a renderer whose low values have the colours of the high ones, and the other way round. */
export function withReversedColors(renderer: AnyRenderer): AnyRenderer {
  if (renderer.type !== 'heatmap') return withColors(renderer, readStyle(renderer).colors.toReversed());
  const copy = renderer.clone() as HeatmapRenderer;
  // The first is transparent: where there is nothing.
  const colored = copy.colorStops.filter(({ ratio }) => ratio > 0);
  const colors = colored.map(({ color }) => new Color(color)).toReversed();
  for (const [index, stop] of colored.entries()) stop.color = colors[index] ?? stop.color;
  return copy;
}

type WithTitle = ClassBreaksRenderer | UniqueValueRenderer;

/** The legend's heading for the value of an expression. */
export function expressionTitleOf(renderer: AnyRenderer | null | undefined): string {
  if (!renderer) return '';
  const variable = variablesOf(renderer).find(({ valueExpression }) => valueExpression);
  return (renderer as Partial<WithTitle>).valueExpressionTitle ?? variable?.valueExpressionTitle ?? '';
}

/** A copy of a renderer with another such heading. */
export function withExpressionTitle(renderer: AnyRenderer, title: string): AnyRenderer {
  const copy = renderer.clone();
  const titled = copy as Partial<WithTitle>;
  if (titled.valueExpression) titled.valueExpressionTitle = title;
  for (const variable of variablesOf(copy))
    if (variable.valueExpression && !followsScale(variable)) variable.valueExpressionTitle = title;
  return copy;
}

/** Variables that the legend explains. */
function explained(renderer: AnyRenderer) {
  return variablesOf(renderer).filter(
    (one) => ['color', 'size', 'opacity'].includes(one.type) && !followsScale(one),
  );
}

/** Whether the legend explains the variables of a renderer; undefined for renderers without them. */
export function inLegendOf(renderer: AnyRenderer | null | undefined): boolean | undefined {
  const variables = renderer ? explained(renderer) : [];
  if (variables.length === 0) return undefined;
  return variables.some(({ legendOptions }) => legendOptions?.showLegend !== false);
}

/** A copy of a renderer whose variables the legend explains, or does not. */
export function withInLegend(renderer: AnyRenderer, on: boolean): AnyRenderer {
  const copy = renderer.clone();
  for (const variable of explained(copy)) {
    const { title } = variable.legendOptions ?? {};
    variable.legendOptions = { ...(title && { title }), showLegend: on } as typeof variable.legendOptions;
  }
  return copy;
}
