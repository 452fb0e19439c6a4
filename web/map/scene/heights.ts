import { type LayerJson, layersIn, membersOf } from '../document/web-map-json.ts';

/** How high the areas of a layer are drawn: a numeric field and its unit. */
export interface Height {
  field: string;
  unit: HeightUnit;
}

export const heightUnits = ['metres', 'feet', 'storeys'] as const;
export type HeightUnit = (typeof heightUnits)[number];

/** Metres of a storey. */
const storey = 3;

/** Names that data sets use for heights, most exact first. */
const known: readonly [pattern: RegExp, unit: HeightUnit][] = [
  [/^(bldg|building)?_?(height|hoehe|hauteur|hoogte)_?(ft|feet)$/i, 'feet'],
  [/^(bldg|building)?_?(height|hoehe|hauteur|hoogte)(_?m(et(er|re)s)?)?$/i, 'metres'],
  [/^(building[:_])?(levels|storeys|stories|floors|num_floors)$/i, 'storeys'],
];

/** The heights that the names of numeric fields suggest, most exact first. */
export function suggestedHeights(fields: readonly { name: string }[]): Height[] {
  return known.flatMap(([pattern, unit]) =>
    fields.filter(({ name }) => pattern.test(name)).map(({ name }) => ({ field: name, unit })),
  );
}

/**
 * The suggestion that most features have a value for: open data often has an exact height for a few buildings
 * and storeys for most.
 * @param count how many features have a value in a field; one that cannot be counted counts as empty
 */
export async function mostFilled(
  suggestions: readonly Height[],
  count: (field: string) => Promise<number>,
): Promise<Height | undefined> {
  const [first] = suggestions;
  if (suggestions.length <= 1) return first;
  const counts = await Promise.all(suggestions.map(({ field }) => count(field).catch(() => 0)));
  return suggestions[counts.indexOf(Math.max(...counts))];
}

/** A size variable of a renderer, as the web scene specification writes it. */
interface SizeVariable {
  type?: string;
  axis?: string;
  field?: string;
  valueExpression?: string;
  valueUnit?: string;
}

/** The visual variable of a height, as far as all its units have it. */
export function variableOf({ field, unit }: Height) {
  const expression = `$feature[${JSON.stringify(field)}] * ${storey}`;
  return {
    axis: 'height' as const,
    ...(unit === 'storeys' ? { valueExpression: expression } : { field }),
    valueUnit: unit === 'feet' ? ('feet' as const) : ('meters' as const),
  };
}

/**
 * The height of a layer in a web scene document; undefined for none, and for one of another program that has
 * no field.
 */
function heightOf(layer: unknown): Height | undefined {
  const { layerDefinition } = (layer ?? {}) as {
    layerDefinition?: { drawingInfo?: { renderer?: { visualVariables?: SizeVariable[] } } };
  };
  const variables = layerDefinition?.drawingInfo?.renderer?.visualVariables ?? [];
  const variable = variables.find(({ type, axis }) => type === 'sizeInfo' && axis === 'height');
  if (!variable) return undefined;
  if (variable.field)
    return { field: variable.field, unit: variable.valueUnit === 'feet' ? 'feet' : 'metres' };
  const [, field] = /^\$feature\[("(?:[^"\\]|\\.)+")\] \* 3$/.exec(variable.valueExpression ?? '') ?? [];
  return field === undefined ? undefined : { field: JSON.parse(field) as string, unit: 'storeys' };
}

/** The heights in a web scene document, by layer id; layers that it draws on the ground have none. */
export function savedHeights(scene: unknown): Map<string, Height | undefined> {
  const { operationalLayers } = (scene ?? {}) as { operationalLayers?: unknown };
  const all = (layers: readonly LayerJson[]): LayerJson[] =>
    layers.flatMap((layer) => [layer, ...all(membersOf(layer) ?? [])]);
  return new Map(all(layersIn(operationalLayers)).map((layer) => [layer.id ?? '', heightOf(layer)]));
}
