import ClassBreaksRenderer from '@arcgis/core/renderers/ClassBreaksRenderer.js';
import type SimpleRenderer from '@arcgis/core/renderers/SimpleRenderer.js';
import type UniqueValueRenderer from '@arcgis/core/renderers/UniqueValueRenderer.js';
import type Symbol from '@arcgis/core/symbols/Symbol.js';
import { type AnyRenderer, readStyle, variablesOf } from './read-style.ts';
import type { StyleRow } from './style.ts';
import { changedSymbol, symbolOf } from './symbol-parts.ts';

type WithOthers = ClassBreaksRenderer | UniqueValueRenderer;

/** Styles whose features can have a value that no class, range or type contains, or none. */
const kinds = new Set(['types', 'color', 'size', 'both']);

function hasOthers(renderer: AnyRenderer | null | undefined): boolean {
  return renderer != null && kinds.has(readStyle(renderer).kind);
}

/**
 * What draws the values of a renderer that have no symbol of their own, and empty ones: null if they are not drawn,
 * undefined for renderers that draw all features alike.
 */
export function othersOf(renderer: AnyRenderer | null | undefined): StyleRow | null | undefined {
  if (!renderer || !hasOthers(renderer)) return undefined;
  // A simple renderer draws features without a value like a low one.
  const { defaultSymbol, defaultLabel } = renderer as Partial<WithOthers>;
  if (!defaultSymbol) return null;
  const symbol = symbolOf(defaultSymbol as Symbol);
  return { label: defaultLabel ?? '', color: symbol.color, symbol };
}

const otherColor = '#aaaaaa';

/** A copy of a renderer that draws these values in grey, with a text in the legend, or hides them. */
export function withOthers(renderer: AnyRenderer, shown: boolean, label: string): AnyRenderer {
  if (!hasOthers(renderer)) return renderer;
  const copy = classed(renderer);
  const infos = copy.type === 'unique-value' ? copy.uniqueValueInfos : copy.classBreakInfos;
  const like = infos?.[0]?.symbol;
  copy.defaultSymbol = shown && like ? (changedSymbol(like, { color: otherColor }) as typeof like) : null;
  if (shown && !copy.defaultLabel) copy.defaultLabel = label;
  return copy;
}

/** A copy of a renderer with another symbol or legend text of these values. */
export function withOther(renderer: AnyRenderer, { label, color, symbol }: Partial<StyleRow>): AnyRenderer {
  const copy = renderer.clone() as WithOthers;
  const was = copy.defaultSymbol;
  if (!was) return renderer;
  if (label !== undefined) copy.defaultLabel = label;
  const change = { ...symbol, ...(color !== undefined && { color }) };
  if (Object.keys(change).length > 0) copy.defaultSymbol = changedSymbol(was, change) as typeof was;
  return copy;
}

/** The limits of the one class in which the SDK draws continuous values. */
const limit = Number.MAX_SAFE_INTEGER;

/** A copy that can have a symbol of other values: a simple renderer with variables becomes one class. */
function classed(renderer: AnyRenderer): WithOthers {
  if (renderer.type !== 'simple') return renderer.clone() as WithOthers;
  const { symbol, label, visualVariables, authoringInfo } = renderer.clone() as SimpleRenderer;
  const [shown] = variablesOf(renderer).filter(({ field, valueExpression, type }) =>
    type === 'color' || type === 'size' ? field || valueExpression !== '$view.scale' : false,
  );
  return new ClassBreaksRenderer({
    ...(shown?.valueExpression
      ? { valueExpression: shown.valueExpression, valueExpressionTitle: shown.valueExpressionTitle }
      : { field: shown?.field ?? '' }),
    ...(shown?.normalizationField && {
      normalizationField: shown.normalizationField,
      normalizationType: 'field' as const,
    }),
    classBreakInfos: [
      { minValue: -limit, maxValue: limit, symbol: symbol as never, ...(label && { label }) },
    ],
    visualVariables: visualVariables ?? [],
    ...(authoringInfo && { authoringInfo }),
  });
}
