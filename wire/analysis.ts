export const analysisTools = [
  'buffer',
  'clip',
  'intersect',
  'union',
  'difference',
  'dissolve',
  'join',
  'nearest',
  'summarise',
  'aggregate',
  'grid',
  'centroids',
  'hull',
] as const;
export type AnalysisTool = (typeof analysisTools)[number];

export type Shape = 'point' | 'multipoint' | 'polyline' | 'polygon';
const points: readonly Shape[] = ['point', 'multipoint'];
const areas: readonly Shape[] = ['polygon'];
const extended: readonly Shape[] = ['polyline', 'polygon'];
const all: readonly Shape[] = [...points, ...extended];

/** The requirements of a tool: geometry types of its input and of a second layer, and options. */
export interface ToolNeeds {
  input: readonly Shape[];
  other?: readonly Shape[];
  metres?: 'distance' | 'size';
  /** A field to group by, or to summarise. */
  field?: 'group' | 'number';
  /** Whether results can be merged into one. */
  merge?: true;
  cells?: true;
}

export const toolNeeds: Readonly<Record<AnalysisTool, ToolNeeds>> = {
  buffer: { input: all, metres: 'distance', merge: true },
  clip: { input: all, other: areas },
  intersect: { input: all, other: areas },
  union: { input: areas, other: areas },
  difference: { input: all, other: areas },
  dissolve: { input: extended, field: 'group' },
  join: { input: all, other: all },
  nearest: { input: all, other: all },
  summarise: { input: areas, other: all },
  aggregate: { input: points, other: areas, field: 'number' },
  grid: { input: all, metres: 'size', cells: true },
  centroids: { input: extended },
  hull: { input: all, field: 'group' },
};

/** How a layer was made, stored with it. Layers are named by their ids in the map. */
export interface Recipe {
  tool: AnalysisTool;
  input: string;
  /** Use only the features that are selected when it runs. */
  onlySelected: boolean;
  other?: string | undefined;
  metres?: number | undefined;
  field?: string | undefined;
  merge?: boolean | undefined;
  cells?: 'hexagon' | 'square' | undefined;
}

/** Reads a recipe of a saved map; undefined if it is not a valid one. */
export function readRecipe(json: unknown): Recipe | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const { tool, input, onlySelected, other, metres, field, merge, cells } = json as Record<string, unknown>;
  const known = analysisTools.find((one) => one === tool);
  if (!known || typeof input !== 'string') return undefined;
  const needs = toolNeeds[known];
  if (needs.other && typeof other !== 'string') return undefined;
  if (needs.metres && !(typeof metres === 'number' && metres > 0)) return undefined;
  return {
    tool: known,
    input,
    onlySelected: onlySelected === true,
    ...(needs.other && { other: other as string }),
    ...(needs.metres && { metres: metres as number }),
    ...(needs.field && typeof field === 'string' && { field }),
    ...(needs.merge && { merge: merge === true }),
    ...(needs.cells && { cells: cells === 'square' ? 'square' : 'hexagon' }),
  };
}

/**
 * Analyses on the server: at a time, of one user (running and waiting), minutes of one; features, vertices and values of a layer or
 * the result, of which a vertex takes 16 bytes and a value 8; object ids of an input.
 */
export const serverAnalyses = {
  concurrency: 1,
  perUser: 5,
  minutes: 60,
  features: 1_000_000,
  vertices: 20_000_000,
  values: 40_000_000,
  ids: 10_000,
};

/** A hosted layer as the input of an analysis on the server. */
export interface HostedInput {
  /** The address of the layer, `…/FeatureServer/0`. */
  url: string;
  /** Which of its features; all of them when absent. */
  where?: string | undefined;
  objectIds?: readonly number[] | undefined;
}
