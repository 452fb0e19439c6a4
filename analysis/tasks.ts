import type { Recipe } from '../wire/analysis.ts';
import type { PackedLayer, TaskField, Value } from './packed-layer.ts';

/** What a worker computes. All coordinates have one spatial reference. */
export interface AnalysisTask {
  recipe: Pick<Recipe, 'tool' | 'metres' | 'field' | 'merge' | 'cells'>;
  input: PackedLayer;
  other?: PackedLayer | undefined;
  wkid: number;
}

export interface AnalysisAnswer {
  layer: PackedLayer;
  /** The number of self-intersecting geometries that were repaired. */
  repaired: number;
}

/** Fields of two layers side by side: those of the second get another name where the first has it. */
export function joinedFields(
  first: readonly TaskField[],
  second: readonly TaskField[],
): { fields: TaskField[]; empty: Value[] } {
  const fields = [...first];
  for (const field of second) fields.push({ ...field, name: freeName(fields, field.name) });
  return { fields, empty: second.map(() => null) };
}

/** A unique field name. */
export function newField(
  fields: readonly TaskField[],
  name: string,
  type: 'esriFieldTypeInteger' | 'esriFieldTypeDouble',
): TaskField {
  const free = freeName(fields, name);
  return { name: free, alias: free, type };
}

function freeName(fields: readonly TaskField[], name: string): string {
  const taken = new Set(fields.map((field) => field.name.toLowerCase()));
  let free = name;
  for (let turn = 2; taken.has(free.toLowerCase()); turn++) free = `${name}_${turn}`;
  return free;
}
