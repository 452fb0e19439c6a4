import type { LayerField } from '../layers/layer-fields.ts';
import { loadCapability } from '../load-capability.ts';
import type { Selected } from '../select/selected.ts';
import type { Store } from '../store.ts';

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

/** What a tool needs: shapes of its input and of a second layer, and options. */
export interface ToolNeeds {
  input: readonly Shape[];
  other?: readonly Shape[];
  metres?: 'distance' | 'size';
  /** A field whose equal values belong together, or whose numbers are summarised. */
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

/** A layer of the map that was made by an analysis. */
export interface AnalysisResult {
  layerId: string;
  title: string;
  recipe: Recipe;
}

export interface AnalysisOutcome {
  layerId: string;
  features: number;
  /** Input shapes that crossed themselves, and were repaired before. */
  repaired: number;
  /** Features that do not fit into a saved map. */
  unsaved: number;
}

export interface RunOptions {
  signal: AbortSignal;
  /** The finished part, from 0 to 1. */
  onProgress: (part: number) => void;
}

/** An analysable layer. */
export interface AnalysisLayer {
  id: string;
  title: string;
  shape: Shape;
}

/** Analyses of the open map. A run continues until it is cancelled. */
export interface AnalysisSession {
  /** Layers with features of known shapes, in the order of the list. */
  readonly layers: Store<readonly AnalysisLayer[]>;
  readonly results: Store<readonly AnalysisResult[]>;
  readonly selected: Store<Selected>;
  fields(layerId: string): Promise<LayerField[]>;
  /**
   * Computes a new layer of the map, in a worker.
   * @throws MappingError `analysis:*`, `layer:too-large`, `layer:failed`
   */
  run(recipe: Recipe, title: string, options: RunOptions): Promise<AnalysisOutcome>;
  /** Computes a result again, in place of the earlier one, with its title and style. */
  runAgain(result: AnalysisResult, options: RunOptions): Promise<AnalysisOutcome>;
  close(): void;
}

export const openAnalysis = loadCapability(async () => (await import('./analysis-session.ts')).openAnalysis);

/** A recipe of a saved map, which may come from anybody; undefined if it is not one. */
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
