import type { Recipe, Shape } from './recipe.ts';

export type Value = string | number | null;
export type Attributes = Record<string, Value>;

/** A field in the JSON of ArcGIS. */
export interface TaskField {
  name: string;
  alias: string;
  type: string;
}

export interface TaskFeature {
  /** JSON of ArcGIS, without spatial reference. */
  geometry: object;
  attributes: Attributes;
}

export interface TaskLayer {
  shape: Shape;
  /** Fields without those that only the source maintains. */
  fields: readonly TaskField[];
  features: readonly TaskFeature[];
}

/** What the worker computes. All coordinates have one spatial reference. */
export interface AnalysisTask {
  recipe: Recipe;
  input: TaskLayer;
  other?: TaskLayer | undefined;
  wkid: number;
  /** Where the SDK's files are. */
  assetsPath: string;
}

export interface AnalysisAnswer extends TaskLayer {
  repaired: number;
}

export type WorkerAnswer =
  { part: number } | { answer: AnalysisAnswer } | { problem: string; detail: string };

/** Fields of two layers side by side: those of the second get another name where the first has it. */
export function joinedFields(
  first: readonly TaskField[],
  second: readonly TaskField[],
): { fields: TaskField[]; merge: (one: Attributes, other: Attributes | undefined) => Attributes } {
  const taken = new Set(first.map(({ name }) => name.toLowerCase()));
  const names = new Map<string, string>();
  for (const { name } of second) {
    let free = name;
    for (let turn = 2; taken.has(free.toLowerCase()); turn++) free = `${name}_${turn}`;
    taken.add(free.toLowerCase());
    names.set(name, free);
  }
  const fields = [
    ...first,
    ...second.map((field) => ({ ...field, name: names.get(field.name) ?? field.name })),
  ];
  return {
    fields,
    merge(one, other) {
      const result = { ...one };
      for (const [name, free] of names) result[free] = other?.[name] ?? null;
      return result;
    },
  };
}

/** A unique field name. */
export function newField(
  fields: readonly TaskField[],
  name: string,
  type: 'esriFieldTypeInteger' | 'esriFieldTypeDouble',
): TaskField {
  const taken = new Set(fields.map((field) => field.name.toLowerCase()));
  let free = name;
  for (let turn = 2; taken.has(free); turn++) free = `${name}_${turn}`;
  return { name: free, alias: free, type };
}
