import type { LayerField } from '../layers/layer-fields.ts';
import { loadCapability } from '../load-capability.ts';
import type { Selected } from '../select/selected.ts';
import type { Store } from '../../store.ts';
import type { HostedInput, Recipe, Shape } from '../../../wire/analysis.ts';

/** A layer of the map that was made by an analysis. */
export interface AnalysisResult {
  layerId: string;
  title: string;
  recipe: Recipe;
  /** The address of its service, if a server computed it. */
  url: string | undefined;
}

export interface AnalysisOutcome {
  layerId: string;
  features: number;
  /** Number of self-intersecting input geometries that were repaired. */
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

/** The inputs of a recipe as layers that a server hosts. */
export interface HostedInputs {
  input: HostedInput;
  other?: HostedInput | undefined;
  wkid: number;
  /** The features of the layer with the most. */
  features: number;
}

/** Analyses of the open map. A run continues until it is cancelled. */
export interface AnalysisSession {
  /** Layers with features of one geometry type, in the order of the list. */
  readonly layers: Store<readonly AnalysisLayer[]>;
  readonly results: Store<readonly AnalysisResult[]>;
  readonly selected: Store<Selected>;
  fields(layerId: string): Promise<LayerField[]>;
  /**
   * Computes a new layer of the map, in a worker.
   * @throws MappingError `analysis:*`, `layer:too-large`, `layer:failed`
   */
  run(recipe: Recipe, title: string, options: RunOptions): Promise<AnalysisOutcome>;
  /** Computes a result again, in place of the earlier one, with its title, style, labels and popup. */
  runAgain(result: AnalysisResult, options: RunOptions): Promise<AnalysisOutcome>;
  /**
   * The inputs of a recipe where a server hosts all of them; undefined otherwise.
   * @param server the address of its services
   */
  hostedInputs(recipe: Recipe, server: string, signal?: AbortSignal): Promise<HostedInputs | undefined>;
  /** Adds a result that a server computed. @param address of its service */
  addHosted(address: string, title: string, recipe: Recipe): Promise<void>;
  close(): void;
}

export const openAnalysis = loadCapability(async () => (await import('./analysis-session.ts')).openAnalysis);
