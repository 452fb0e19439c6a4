import LabelClass from '@arcgis/core/layers/support/LabelClass.js';
import { isObject } from '../../../../wire/json.ts';
import type { LabelJson } from '../../configure/label-json.ts';

/** Members of label classes that the SDK does not know, such as their stacking and priority: it would leave them out. */
const others = new WeakMap<LabelClass, object>();

/** A label class of its JSON, which keeps all members. */
export function labelOf(json: LabelJson): LabelClass {
  const copy = JSON.parse(JSON.stringify(json)) as LabelJson;
  const label = LabelClass.fromJSON(copy) as LabelClass;
  others.set(label, Object.fromEntries(Object.entries(copy).filter(([name]) => !(name in label))));
  return label;
}

export function labelJson(label: LabelClass): LabelJson {
  return { ...(label.toJSON() as LabelJson), ...others.get(label) };
}

/**
 * Gives label classes that the SDK has read the other members of their JSON.
 * @param lists `labelingInfo` of the map and of the service, of which the SDK has read one
 */
export function findOthers(
  labels: readonly LabelClass[] | null | undefined,
  lists: readonly unknown[],
): void {
  const written = lists.flatMap((list) => (Array.isArray(list) ? list.filter(isObject) : []));
  const known = written.map((json) => labelOf(json));
  for (const label of labels ?? []) {
    if (others.has(label)) continue;
    const text = JSON.stringify(label);
    const origin = known.find((one) => JSON.stringify(one) === text);
    others.set(label, (origin && others.get(origin)) ?? {});
  }
}

/** `labelingInfo` as the SDK has written it, with the other members. */
export function withOthers(
  written: readonly object[],
  labels: readonly LabelClass[] | null | undefined,
): object[] {
  return written.map((json, index) => {
    const label = written.length === labels?.length ? labels[index] : undefined;
    return { ...json, ...(label && others.get(label)) };
  });
}
