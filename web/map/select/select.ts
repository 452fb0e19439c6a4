import type { LayerField } from '../layers/layer-fields.ts';
import { loadCapability } from '../load-capability.ts';
import type { Store } from '../../store.ts';
import type { Combination, Selected } from './selected.ts';

/** Shapes that are drawn on the map to select what they touch. */
export type SelectShape = 'rectangle' | 'lasso' | 'line' | 'area';

/** Spatial relations of features to those of another layer. */
export const relations = ['intersects', 'within', 'contains', 'distance'] as const;
export type Relation = (typeof relations)[number];

/** Features with a spatial relation to those of another layer. */
export interface LayerRelation {
  relation: Relation;
  /** Metres on the ground, for `distance`. */
  metres: number;
  /** The layer, or the layer of drawings, that they are compared with. */
  layerId: string;
  /** Compare only with its selected features; drawings have none. */
  onlySelected: boolean;
}

/** Features of which layers are selected, and how that changes the selection. */
export interface SelectTarget {
  layerIds: readonly string[];
  how: Combination;
}

/**
 * The selection tool. The selection itself outlives it. Features that are found after the next request began, or after
 * the tool was closed, are not selected. Each request ends what is being drawn.
 */
export interface SelectSession {
  readonly selected: Store<Selected>;
  /** The shape that is being drawn; undefined for none. */
  readonly drawing: Store<SelectShape | undefined>;
  /**
   * Lets the user draw a shape; an unfinished one is discarded.
   * @returns whether something was drawn
   */
  draw(shape: SelectShape, target: SelectTarget): Promise<boolean>;
  stopDrawing(): void;
  /** Selects the features in the extent of the map. */
  inView(target: SelectTarget, signal?: AbortSignal): Promise<void>;
  /**
   * Selects by an SQL condition.
   * @throws MappingError `select:bad-condition`
   */
  byCondition(condition: string, target: SelectTarget, signal?: AbortSignal): Promise<void>;
  /**
   * Selects by the features of another layer.
   * @throws MappingError `select:nothing-to-compare`, `layer:too-large`, `layer:failed`
   */
  byLayer(by: LayerRelation, target: SelectTarget, signal: AbortSignal): Promise<void>;
  /** The fields of a layer, for conditions. */
  fields(layerId: string): Promise<LayerField[]>;
  /** Inverts the selection of a layer. */
  invert(layerId: string, signal?: AbortSignal): Promise<void>;
  /** Removes the selection of a layer, or of all, also what is being looked for. */
  clear(layerId?: string): void;
  /** Shows the selected features of a layer, or of all, with a margin. */
  goTo(layerId?: string): Promise<void>;
  /**
   * Adds the selected features as a layer of the map, with the fields and the style of theirs.
   * @throws MappingError `layer:too-large`, `layer:failed`
   */
  toLayer(layerId: string, title: string, signal: AbortSignal): Promise<void>;
  close(): void;
}

export const openSelect = loadCapability(async () => (await import('./select-session.ts')).openSelect);
