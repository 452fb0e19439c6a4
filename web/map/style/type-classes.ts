import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type UniqueValueRenderer from '@arcgis/core/renderers/UniqueValueRenderer.js';
import UniqueValueGroup from '@arcgis/core/renderers/support/UniqueValueGroup.js';
import type Symbol from '@arcgis/core/symbols/Symbol.js';

/** A renderer of a layer with features. */
export type AnyRenderer = NonNullable<FeatureLayer['renderer']>;

/** A type: the symbol and legend text of one or several values. */
export interface TypeClass {
  label?: string | null | undefined;
  symbol?: Symbol | null | undefined;
}

type Classes = NonNullable<UniqueValueGroup['classes']>;

/**
 * The types of a renderer, in its order, to be read and changed. Other programs group types under headings, and values
 * of one type: a change of the renderer's list of values would lose both.
 */
export function classesOf(renderer: UniqueValueRenderer): readonly TypeClass[] {
  const classes = (renderer.uniqueValueGroups ?? []).flatMap((group) => group.classes ?? []);
  return classes.length > 0 ? classes : (renderer.uniqueValueInfos ?? []);
}

/** The text of a type in the legend; without one, its values. */
export function textOf(one: TypeClass): string {
  const { label, value, values } = one as TypeClass & { value?: unknown; values?: Classes[number]['values'] };
  if (label != null) return label;
  const texts = (values ?? []).map((each) =>
    [each.value, each.value2, each.value3].filter((part) => part != null).join(', '),
  );
  return values ? texts.join('; ') : `${value}`;
}

function typesOf(renderer: AnyRenderer | null | undefined): UniqueValueRenderer | undefined {
  if (renderer?.type !== 'unique-value') return undefined;
  const types = renderer as UniqueValueRenderer;
  return types.field || types.valueExpression ? types : undefined;
}

/** A copy of a renderer with other lists of types in its groups. */
function withClasses(
  renderer: AnyRenderer,
  change: (groups: Classes[]) => Classes[] | undefined,
): AnyRenderer {
  const copy = typesOf(renderer)?.clone();
  const groups = copy?.uniqueValueGroups ?? [];
  const changed = copy && change(groups.map(({ classes }) => classes ?? []));
  if (!changed) return renderer;
  copy.uniqueValueGroups = groups.flatMap(({ heading }, index) => {
    const classes = changed[index] ?? [];
    return classes.length > 0 ? [new UniqueValueGroup({ heading, classes })] : [];
  });
  return copy;
}

/** A copy of a renderer with one of its types at another place. At the end of a group it moves to the next one. */
export function withMovedRow(renderer: AnyRenderer, from: number, to: number): AnyRenderer {
  return withClasses(renderer, (groups) => {
    const all = groups.flat();
    const one = all[from];
    const other = all[to];
    if (!one || !other) return undefined;
    const without = groups.map((classes) => classes.filter((each) => each !== one));
    return without.map((classes) => {
      const at = classes.indexOf(other);
      return at === -1 ? classes : classes.toSpliced(from < to ? at + 1 : at, 0, one);
    });
  });
}

/** A copy of a renderer without one of its types; the last one stays. */
export function withoutRow(renderer: AnyRenderer, index: number): AnyRenderer {
  return withClasses(renderer, (groups) => {
    const all = groups.flat();
    if (all.length < 2) return undefined;
    return groups.map((classes) => classes.filter((each) => each !== all[index]));
  });
}
