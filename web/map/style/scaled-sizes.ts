import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type SimpleRenderer from '@arcgis/core/renderers/SimpleRenderer.js';
import SizeVariable from '@arcgis/core/renderers/visualVariables/SizeVariable.js';
import sizeRange from '@arcgis/core/smartMapping/heuristics/sizeRange.js';
import * as byLocation from '@arcgis/core/smartMapping/renderers/location.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { type AnyRenderer, followsScale, readStyle, variablesOf, withSymbol } from './read-style.ts';
import type { StyleState } from './style.ts';

/** A size for each of some scales, the nearest scale first. */
interface SizeAtScale {
  scale: number;
  size: number;
}

/** Styles that have no symbols of one size. */
const without = new Set(['heatmap', 'dots', 'charts', 'other']);

/** The variable of a renderer that draws amounts by size. */
function amountsOf(renderer: AnyRenderer): SizeVariable | undefined {
  const found = variablesOf(renderer).find(
    (variable) => variable.type === 'size' && variable.target !== 'outline' && !followsScale(variable),
  );
  return found as SizeVariable | undefined;
}

/** Whether sizes or outlines follow the map's scale; undefined for renderers where they cannot. */
export function scaledOf(renderer: AnyRenderer | null | undefined): boolean | undefined {
  if (!renderer || without.has(readStyle(renderer).kind)) return undefined;
  const amounts = amountsOf(renderer);
  // Sizes of several amounts, each on its own, cannot follow it.
  if (amounts?.stops?.length) return undefined;
  if (amounts) return isScaled(amounts.minSize) || isScaled(amounts.maxSize);
  return variablesOf(renderer).some(followsScale);
}

function isScaled(size: unknown): boolean {
  return typeof size === 'object' && size !== null;
}

/** The size at a scale, in between the known ones. */
export function sizeAt(sizes: readonly SizeAtScale[], scale: number): number {
  const above = sizes.findIndex((one) => one.scale >= scale);
  const high = sizes[above] ?? sizes.at(-1);
  const low = sizes[above - 1] ?? high;
  if (!high || !low) return 0;
  const part = high.scale > low.scale ? (scale - low.scale) / (high.scale - low.scale) : 0;
  return low.size + Math.min(1, Math.max(0, part)) * (high.size - low.size);
}

/** Sizes in the same proportions that have a given size at a scale. */
export function withSizeAt(
  sizes: readonly SizeAtScale[],
  scale: number,
  size: number,
): readonly SizeAtScale[] {
  const now = sizeAt(sizes, scale);
  const factor = now > 0 ? size / now : 1;
  return sizes.map((one) => ({ ...one, size: Math.round(one.size * factor * 10) / 10 }));
}

function variableOf(sizes: readonly SizeAtScale[], target?: 'outline'): SizeVariable {
  return new SizeVariable({
    valueExpression: '$view.scale',
    ...(target && { target }),
    stops: sizes.map(({ scale, size }) => ({ value: scale, size })),
  });
}

function sizesOf(variable: Pick<SizeVariable, 'stops'> | null | undefined): SizeAtScale[] {
  return (variable?.stops ?? [])
    .map(({ value, size }) => ({ scale: value, size: size ?? 0 }))
    .toSorted((a, b) => a.scale - b.scale);
}

/**
 * A copy of a renderer whose symbols become smaller as the map shows more, from the size that they have now; areas have
 * outlines of such widths instead. @throws the service's error
 */
export async function withScaledSizes(
  layer: FeatureLayer,
  view: MapView,
  renderer: AnyRenderer,
  geometry: StyleState['geometry'],
): Promise<AnyRenderer> {
  const copy = renderer.clone();
  const amounts = amountsOf(copy);
  const { scale } = view;
  if (geometry === 'area' && !amounts) {
    const { renderer: made } = await byLocation.createRenderer({
      layer,
      view,
      outlineOptimizationEnabled: true,
    });
    const outlines = sizesOf(variablesOf(made).find(followsScale) as SizeVariable | undefined);
    if (outlines.length > 0) addVariable(copy, variableOf(outlines, 'outline'));
    return copy;
  }
  const range = await sizeRange({ layer, view });
  if (amounts) {
    const [smallest, largest] = [sizesOf(rangeOf(range?.minSize)), sizesOf(rangeOf(range?.maxSize))];
    if (smallest.length === 0 || largest.length === 0) return copy;
    const { minSize, maxSize } = amounts;
    if (typeof minSize === 'number') amounts.minSize = variableOf(withSizeAt(smallest, scale, minSize));
    if (typeof maxSize === 'number') amounts.maxSize = variableOf(withSizeAt(largest, scale, maxSize));
    return copy;
  }
  const sizes = sizesOf(rangeOf(range?.minSize));
  const { size } = readStyle(copy).symbol;
  if (sizes.length > 0) addVariable(copy, variableOf(size ? withSizeAt(sizes, scale, size) : sizes));
  return copy;
}

function rangeOf(size: unknown): SizeVariable | undefined {
  return isScaled(size) ? (size as SizeVariable) : undefined;
}

function addVariable(renderer: AnyRenderer, variable: SizeVariable): void {
  const variables = (renderer as SimpleRenderer).visualVariables ?? [];
  const others = variables.filter((one) => !followsScale(one as never));
  (renderer as SimpleRenderer).visualVariables = [...others, variable];
}

/** A copy of a renderer with the sizes that its symbols have at a scale. */
export function withFixedSizes(renderer: AnyRenderer, scale: number): AnyRenderer {
  const copy = renderer.clone();
  const amounts = amountsOf(copy);
  const fixed = (size: unknown) => sizeAt(sizesOf(rangeOf(size)), scale);
  if (amounts && isScaled(amounts.minSize)) amounts.minSize = fixed(amounts.minSize);
  if (amounts && isScaled(amounts.maxSize)) amounts.maxSize = fixed(amounts.maxSize);
  const followers = variablesOf(copy).filter(followsScale);
  if (followers.length === 0) return copy;
  const others = variablesOf(copy).filter((variable) => !followsScale(variable));
  (copy as SimpleRenderer).visualVariables = others as NonNullable<SimpleRenderer['visualVariables']>;
  const whole = followers.find(({ target }) => target !== 'outline') as SizeVariable | undefined;
  return whole ? withSymbol(copy, { size: sizeAt(sizesOf(whole), scale) }) : copy;
}
