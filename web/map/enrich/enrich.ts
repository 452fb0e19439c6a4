import type { LayerField } from '../layers/layer-fields.ts';
import { loadCapability } from '../load-capability.ts';
import type { Selected } from '../select/selected.ts';
import type { SelectShape } from '../select/select.ts';
import type { Store } from '../../store.ts';

/** How an area is chosen on the map: drawn, or around a clicked point. */
export type AreaShape = 'rectangle' | 'lasso' | 'area' | 'point';

/** What to read of a layer. */
export interface EnrichRequest {
  layerId: string;
  /** Number fields, at most `mostFields`. */
  fields: readonly string[];
  /** The field whose values are counted. */
  category: string | undefined;
}

/** A field of the features in the area; absent numbers: no feature has a value. */
export interface FieldFigures {
  name: string;
  title: string;
  sum?: number | undefined;
  mean?: number | undefined;
  min?: number | undefined;
  max?: number | undefined;
}

/** The features of a layer that touch the area. */
export interface LayerFigures {
  layerId: string;
  title: string;
  count: number;
  fields: readonly FieldFigures[];
  /** The most frequent values of the category, with their number. */
  categories: readonly { title: string; count: number }[];
}

export const mostLayers = 10;
export const mostFields = 10;
export const mostCategories = 12;

/** Figures of the features in an area of the map. The area chosen last counts, and ends what is being drawn. */
export interface EnrichSession {
  readonly drawing: Store<SelectShape | 'point' | undefined>;
  /** The area, in square metres on the ellipsoid; undefined before one is chosen. */
  readonly area: Store<number | undefined>;
  readonly selected: Store<Selected>;
  /** Lets the user draw the area. @param metres around a point */
  draw(shape: AreaShape, metres: number): Promise<void>;
  stopDrawing(): void;
  /** The area is what the map shows. */
  takeView(): Promise<void>;
  /**
   * The area is that of the selected features, with those around points and lines.
   * @throws MappingError `select:nothing-to-compare`, `layer:too-large`
   */
  takeSelected(metres: number, signal: AbortSignal): Promise<void>;
  fields(layerId: string): Promise<LayerField[]>;
  /** @throws MappingError `layer:failed` */
  read(requests: readonly EnrichRequest[], signal: AbortSignal): Promise<LayerFigures[]>;
  /** Adds the area with the figures as a layer of the map. */
  toLayer(title: string, figures: readonly LayerFigures[], names: FigureNames): Promise<void>;
  /** Removes the area, also one that is being chosen. */
  clear(): void;
  close(): void;
}

/** The names of fields of a result, in the language of the user. */
export interface FigureNames {
  area: string;
  count: (layer: string) => string;
  sum: (layer: string, field: string) => string;
  mean: (layer: string, field: string) => string;
}

export const openEnrich = loadCapability(async () => (await import('./enrich-session.ts')).openEnrich);
