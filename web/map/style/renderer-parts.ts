import { formatNumber } from '@arcgis/core/intl.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import AuthoringInfo from '@arcgis/core/renderers/support/AuthoringInfo.js';
import type ClassBreaksRenderer from '@arcgis/core/renderers/ClassBreaksRenderer.js';
import type DotDensityRenderer from '@arcgis/core/renderers/DotDensityRenderer.js';
import type SimpleRenderer from '@arcgis/core/renderers/SimpleRenderer.js';
import RotationVariable from '@arcgis/core/renderers/visualVariables/RotationVariable.js';
import * as byOpacity from '@arcgis/core/smartMapping/renderers/opacity.js';
import histogram from '@arcgis/core/smartMapping/statistics/histogram.js';
import type MapView from '@arcgis/core/views/MapView.js';
import type { AnyRenderer } from './read-style.ts';
import type { StyleHistogram, StyleState } from './style.ts';

/** Bars of a histogram. */
const bars = 30;

/**
 * How often values of a field occur, from the lowest to the highest. Where a few values are far above the last class
 * limit, they are omitted: all limits would share one bar. @throws the service's error
 */
export async function readHistogram(
  layer: FeatureLayer,
  view: MapView,
  { field, expression, divisor }: Pick<StyleState, 'field' | 'expression' | 'divisor'>,
  breaks: readonly number[],
): Promise<StyleHistogram> {
  const ask = async (range: { minValue?: number; maxValue?: number }) => {
    const divided =
      divisor === undefined ? {} : { normalizationField: divisor, normalizationType: 'field' as const };
    const { bins, minValue, maxValue } = await histogram({
      layer,
      view,
      ...(expression === undefined ? { field } : { valueExpression: expression }),
      ...divided,
      numBins: bars,
      ...range,
    });
    return { min: minValue ?? 0, max: maxValue ?? 0, counts: bins.map(({ count }) => count) };
  };
  const all = await ask({});
  const max = shownMaximum(all, breaks);
  if (max === all.max) return all;
  return { ...(await ask({ minValue: all.min, maxValue: max })), min: all.min, max };
}

/** The highest value of a histogram in which the class limits are far enough apart to be moved. */
export function shownMaximum(
  { min, max }: Pick<StyleHistogram, 'min' | 'max'>,
  breaks: readonly number[],
): number {
  const last = Math.max(...breaks);
  return last > min && last - min < (max - min) * 0.4 ? min + 2 * (last - min) : max;
}

/** The values between classes, lowest first; empty for renderers without classes. */
export function breaksOf(renderer: AnyRenderer | null | undefined): number[] {
  if (renderer?.type !== 'class-breaks') return [];
  const { classBreakInfos } = renderer as ClassBreaksRenderer;
  return classBreakInfos.slice(0, -1).map(({ maxValue }) => maxValue);
}

/**
 * A copy of a renderer with classes that end at other values. Labels with the limits are updated, those in
 * the author's words stay.
 */
export function withBreaks(renderer: AnyRenderer, values: readonly number[]): AnyRenderer {
  const copy = renderer.clone() as ClassBreaksRenderer;
  const sorted = values.toSorted((a, b) => a - b);
  const text = (value: number) => formatNumber(value, { maximumFractionDigits: 2 });
  const isDeviations = copy.authoringInfo?.classificationMethod === 'standard-deviation';
  for (const [index, info] of copy.classBreakInfos.entries()) {
    const { minValue, maxValue } = info;
    info.minValue = sorted[index - 1] ?? minValue ?? 0;
    info.maxValue = sorted[index] ?? maxValue ?? 0;
    // Deviations are no longer recognised afterwards, so all are named by their limits at once.
    const isChanged = isDeviations || info.minValue !== minValue || info.maxValue !== maxValue;
    const ofLimits = !info.label || !/\p{L}/u.test(info.label) || (isDeviations && /\d/.test(info.label));
    if (isChanged && ofLimits)
      // A value at a limit belongs to the class below it.
      info.label = `${index > 0 ? '> ' : ''}${text(info.minValue)} – ${text(info.maxValue)}`;
  }
  const authoring = copy.authoringInfo?.clone() ?? new AuthoringInfo({ type: 'class-breaks-color' });
  authoring.classificationMethod = 'manual';
  copy.authoringInfo = authoring;
  return copy as AnyRenderer;
}

type Variables = NonNullable<SimpleRenderer['visualVariables']>;
type Changing = 'opacity' | 'rotation';

function variablesOf(renderer: AnyRenderer | null | undefined): Variables {
  return (renderer as SimpleRenderer | null | undefined)?.visualVariables ?? [];
}

/** The variables of a renderer that apply to every style: opacity and rotation. */
export function changingVariables(renderer: AnyRenderer | null | undefined): Variables {
  return variablesOf(renderer).filter(({ type }) => type === 'opacity' || type === 'rotation');
}

/** A copy of a renderer with these variables instead of others of their kinds. */
export function withVariables(
  renderer: AnyRenderer,
  kinds: readonly Changing[],
  variables: Variables,
): AnyRenderer {
  const copy = renderer.clone();
  if (!('visualVariables' in copy)) return copy;
  const others = variablesOf(copy).filter(({ type }) => !kinds.some((kind) => kind === type));
  (copy as SimpleRenderer).visualVariables = [...others, ...variables];
  return copy;
}

/** A variable that draws a number as opacity or as rotation, clockwise from north. @throws the service's error */
export async function makeVariable(
  layer: FeatureLayer,
  view: MapView,
  kind: Changing,
  field: string,
): Promise<Variables[number]> {
  if (kind === 'rotation') return new RotationVariable({ field, rotationType: 'geographic' });
  const { visualVariable } = await byOpacity.createVisualVariable({ layer, view, field });
  return visualVariable;
}

/** What one dot stands for; undefined for renderers without dots. */
export function dotValueOf(renderer: AnyRenderer | null | undefined): number | undefined {
  return renderer?.type === 'dot-density' ? (renderer as DotDensityRenderer).dotValue : undefined;
}

/** A copy of a renderer whose dots stand for another number, at the scale that the renderer was made for. */
export function withDotValue(renderer: AnyRenderer, value: number): AnyRenderer {
  if (renderer.type !== 'dot-density' || !(value > 0)) return renderer;
  const copy = renderer.clone() as DotDensityRenderer;
  copy.dotValue = value;
  return copy;
}
