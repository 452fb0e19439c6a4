import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import * as byColor from '@arcgis/core/smartMapping/renderers/color.js';
import * as byDensity from '@arcgis/core/smartMapping/renderers/heatmap.js';
import * as byDots from '@arcgis/core/smartMapping/renderers/dotDensity.js';
import * as byBoth from '@arcgis/core/smartMapping/renderers/univariateColorSize.js';
import * as byCharts from '@arcgis/core/smartMapping/renderers/pieChart.js';
import * as byLocation from '@arcgis/core/smartMapping/renderers/location.js';
import * as byLargest from '@arcgis/core/smartMapping/renderers/predominance.js';
import * as byRelationship from '@arcgis/core/smartMapping/renderers/relationship.js';
import * as bySize from '@arcgis/core/smartMapping/renderers/size.js';
import * as byType from '@arcgis/core/smartMapping/renderers/type.js';
import * as colorSchemes from '@arcgis/core/smartMapping/symbology/color.js';
import * as heatmapSchemes from '@arcgis/core/smartMapping/symbology/heatmap.js';
import type MapView from '@arcgis/core/views/MapView.js';
import type { AnyRenderer } from './read-style.ts';
import { type ColorTheme, maxTypeFields, type StyleKind, type StyleSteps } from './style.ts';
import type { StyleRamp } from './symbol.ts';

type ColorScheme = NonNullable<ReturnType<typeof colorSchemes.getSchemes>>['primaryScheme'];
type HeatmapScheme = NonNullable<ReturnType<typeof heatmapSchemes.getSchemes>>['primaryScheme'];

export interface RendererOptions {
  kind: StyleKind;
  field: string | undefined;
  /** Further fields of types. */
  furtherFields: readonly string[];
  /** Arcade instead of a field, with the legend's heading for its value. */
  expression: string | undefined;
  expressionTitle: string;
  /** The field that its values are divided by. */
  divisor: string | undefined;
  /** Fields with their labels, for kinds that show several. */
  several: readonly { field: string; label: string }[];
  ramp: string | undefined;
  steps: StyleSteps;
  colorTheme: ColorTheme;
  classes: number;
  /** The number of types; undefined for the usual one. */
  types: number | undefined;
  /** Whether symbols are to be seen on a light or a dark basemap. */
  theme: 'light' | 'dark';
}

/** One symbol for each value of a field, and one for all others. */
const usualTypes = 20;

/**
 * A renderer whose classes, ranges and sizes suit the layer's values.
 * @throws the SDK's or the service's error about values it cannot read
 */
export async function makeRenderer(
  layer: FeatureLayer,
  view: MapView,
  options: RendererOptions,
): Promise<AnyRenderer> {
  const { kind, steps, classes, theme } = options;
  const { expression, expressionTitle: title } = options;
  const shown =
    expression === undefined
      ? { field: options.field ?? '' }
      : { valueExpression: expression, valueExpressionTitle: title };
  const common = { layer, view, basemapTheme: theme, symbolType: '2d' as const };
  const divided = options.divisor === undefined ? {} : { normalizationField: options.divisor };
  if (kind === 'single') return (await byLocation.createRenderer(common)).renderer;
  if (kind === 'types') {
    const [field2, field3] =
      expression === undefined ? options.furtherFields.slice(0, maxTypeFields - 1) : [];
    const fields = { ...shown, ...(field2 && { field2 }), ...(field3 && { field3 }) };
    const numTypes = options.types ?? usualTypes;
    return (await byType.createRenderer({ ...common, ...fields, numTypes, sortBy: 'count' })).renderer;
  }
  const several = [...options.several];
  if (kind === 'dots') return (await byDots.createRenderer({ layer, view, attributes: several })).renderer;
  if (kind === 'charts')
    return (await byCharts.createRenderer({ layer, view, attributes: several })).renderer;
  if (kind === 'relationship') {
    const [field1, field2] = several;
    if (field1 && field2) return relate({ ...common, field1, field2 });
  }
  if (kind === 'both')
    return (await byBoth.createContinuousRenderer({ ...common, ...divided, ...shown })).renderer;
  if (kind === 'predominance')
    return (
      await byLargest.createRenderer({
        ...common,
        fields: several.map(({ field: name, label }) => ({ name, label })),
      })
    ).renderer;
  if (kind === 'heatmap') {
    const heatmapScheme = heatmapRamps(theme).find(({ id }) => id === options.ramp);
    return (await byDensity.createRenderer({ layer, view, ...(heatmapScheme && { heatmapScheme }) }))
      .renderer;
  }
  if (kind === 'size')
    return (await bySize.createContinuousRenderer({ ...common, ...divided, ...shown })).renderer;
  const { colorTheme } = options;
  const colorScheme = colorRamps(layer, theme, colorTheme).find(({ id }) => id === options.ramp);
  const colored = { ...common, ...divided, ...shown, ...(colorScheme && { colorScheme }) };
  if (steps === 'continuous')
    return (await byColor.createContinuousRenderer({ ...colored, theme: colorTheme })).renderer;
  return (
    await byColor.createClassBreaksRenderer({
      ...colored,
      ...(options.divisor !== undefined && { normalizationType: 'field' as const }),
      classificationMethod: steps === 'manual' ? 'natural-breaks' : steps,
      numClasses: classes,
    })
  ).renderer;
}

type Relationship = Parameters<typeof byRelationship.createRenderer>[0];

/**
 * Quantiles of a field of which most features have the same value, such as storeys, are fewer classes than
 * those of the other field, which the SDK cannot combine. Equal intervals are always as many.
 */
async function relate(numbers: Relationship): Promise<AnyRenderer> {
  for (const classificationMethod of ['quantile', 'natural-breaks'] as const) {
    try {
      return (await byRelationship.createRenderer({ ...numbers, classificationMethod })).renderer;
    } catch (cause) {
      if ((cause as Partial<Error>).name !== 'relationship-renderer:error') throw cause;
    }
  }
  return (await byRelationship.createRenderer({ ...numbers, classificationMethod: 'equal-interval' }))
    .renderer;
}

/** Ramps offered; the SDK has over a hundred. */
const maxRamps = 12;

/** The colour ramps of a kind of style for a layer, those that everyone can distinguish first. */
export function rampsOf(
  kind: string,
  layer: Pick<FeatureLayer, 'geometryType'>,
  theme: 'light' | 'dark',
  colorTheme: ColorTheme = 'high-to-low',
): StyleRamp[] {
  if (kind !== 'color' && kind !== 'heatmap') return [];
  const schemes = kind === 'color' ? colorRamps(layer, theme, colorTheme) : heatmapRamps(theme);
  const ramps = schemes.map(rampOf);
  const [safe, other] = [
    ramps.filter((ramp) => ramp.colorBlindSafe),
    ramps.filter((ramp) => !ramp.colorBlindSafe),
  ];
  return [...safe, ...other].slice(0, maxRamps);
}

const binShape = { geometryType: 'polygon' } as const;

/** The colour ramps of bins. */
export function binRamps(theme: 'light' | 'dark'): StyleRamp[] {
  return rampsOf('color', binShape, theme);
}

/** A renderer of bins by one of their fields. @throws the SDK's error about values it cannot read */
export async function makeBinRenderer(
  layer: FeatureLayer,
  view: MapView,
  { field, ramp, theme }: { field: string; ramp: string | undefined; theme: 'light' | 'dark' },
): Promise<AnyRenderer> {
  const colorScheme = colorRamps(binShape, theme).find(({ id }) => id === ramp);
  const colored = { layer, view, field, forBinning: true, basemapTheme: theme };
  return (await byColor.createContinuousRenderer({ ...colored, ...(colorScheme && { colorScheme }) }))
    .renderer;
}

function colorRamps(
  { geometryType }: Pick<FeatureLayer, 'geometryType'>,
  basemapTheme: 'light' | 'dark',
  theme: ColorTheme = 'high-to-low',
): ColorScheme[] {
  const kind = geometryType === 'mesh' || geometryType === 'multipatch' ? 'polygon' : geometryType;
  const schemes = colorSchemes.getSchemes({ basemapTheme, geometryType: kind, theme });
  return schemes ? [schemes.primaryScheme, ...schemes.secondarySchemes] : [];
}

function heatmapRamps(basemapTheme: 'light' | 'dark'): HeatmapScheme[] {
  const schemes = heatmapSchemes.getSchemes({ basemapTheme });
  return schemes ? [schemes.primaryScheme, ...schemes.secondarySchemes] : [];
}

function rampOf({ id, name, tags, colors }: ColorScheme | HeatmapScheme): StyleRamp {
  return {
    id,
    name,
    colors: colors.map((color) => color.toCss(true)),
    colorBlindSafe: tags.includes('colorblind-friendly'),
  };
}
