import type { LayerField } from '../layers/layer-fields.ts';
import { loadCapability } from '../load-capability.ts';
import type { Selected } from '../select/selected.ts';
import type { Store } from '../../store.ts';
import type { ChartBin } from './date-bins.ts';

/**
 * Bars or slices by category, a line over time, bars by ranges of a number or date, points of two numbers, or
 * one number, as it is or on a scale.
 */
export const chartKinds = ['bar', 'pie', 'line', 'histogram', 'scatter', 'gauge', 'number'] as const;
export type ChartKind = (typeof chartKinds)[number];

export const chartStatistics = ['count', 'sum', 'avg', 'min', 'max'] as const;
export type ChartStatistic = (typeof chartStatistics)[number];

/** The definition of a chart. */
export interface ChartRequest {
  layerId: string;
  kind: ChartKind;
  /** The field of the categories, ranges or times, or of the horizontal axis; single numbers have none. */
  field: string | undefined;
  statistic: ChartStatistic;
  /** The number field of the statistic, or of the vertical axis; `count` has none. */
  value: string | undefined;
  /** The steps of a line; default: as short as gives a readable line. */
  bin?: ChartBin | undefined;
  /** Only features in the extent of the map. */
  inView: boolean;
  /** Only features that are selected, unless none are. */
  onlySelected?: boolean;
}

/** A bar or slice. */
export interface ChartPart {
  /** The category; empty for features without a value. Ranges have `range` instead. */
  title: string;
  /** From and to, the latter exclusive except in the last range; milliseconds since 1970 for dates. */
  range?: readonly [number, number];
  value: number;
  /** SQL condition of its features. */
  where: string;
}

export interface ChartPoint {
  x: number;
  y: number;
  objectId: number;
}

/** The values of a chart. */
export type ChartData =
  | {
      kind: 'parts';
      parts: readonly ChartPart[];
      /** The time zone in which ranges of dates are shown; absent for other values. */
      timeZone?: string;
      /** The length of the ranges, if they are steps of the calendar. */
      bin?: ChartBin;
      /** Further categories that are not shown, and the sum of their values. */
      others: { count: number; value: number };
    }
  | { kind: 'points'; points: readonly ChartPoint[]; total: number }
  | {
      kind: 'number';
      value: number | undefined;
      /** The ends of the scale that a gauge shows: from zero to the value of all features, or their extremes. */
      scale?: readonly [number, number] | undefined;
    };

/** The features of a part, or a point. */
export type ChartSelection = { where: string } | { objectIds: readonly number[] };

/** A chart that is saved with the map. */
export interface SavedChart {
  id: string;
  title: string;
  request: ChartRequest;
}

/** Charts of the open map. */
export interface ChartSession {
  /** The charts of the map's layers that can be shown here. Each change of them is one step of undo. */
  readonly saved: Store<readonly SavedChart[]>;
  /** The selection that the charts share with the other tools. */
  readonly selected: Store<Selected>;
  /** Number of changes of the map's features since the charts were opened. */
  readonly edits: Store<number>;
  /** A text for the extent of the map when it was last stationary, in any coordinate system. */
  readonly extent: Store<string>;
  /** Adds a chart to its layer. It is saved with the map, for all features of the layer. */
  add(request: ChartRequest, title: string): void;
  remove(chart: SavedChart): void;
  /**
   * The fields of a layer without its ids: that of its style first, names of features last.
   * @throws MappingError `layer:failed`
   */
  fields(layerId: string): Promise<LayerField[]>;
  /** @throws MappingError `layer:failed` */
  read(request: ChartRequest, signal: AbortSignal): Promise<ChartData>;
  /** Replaces the selection of a layer. */
  select(request: ChartRequest, selection: ChartSelection): Promise<void>;
  /** Removes the selection of a layer. */
  clear(layerId: string): void;
  close(): void;
}

export const openCharts = loadCapability(async () => (await import('./chart-session.ts')).openCharts);

/** Whether a kind of chart can show a field by categories or ranges, or on its horizontal axis. */
export function fitsChart(kind: ChartKind, { kind: type, choices }: LayerField): boolean {
  if (kind === 'bar' || kind === 'pie') return type !== 'date';
  if (kind === 'line') return type === 'date';
  if (kind === 'histogram') return !choices && type !== 'text';
  return kind === 'scatter' && isMeasure({ kind: type, choices });
}

/** Whether a kind of chart shows one number, without a field of categories. */
export function isSingle(kind: ChartKind): boolean {
  return kind === 'number' || kind === 'gauge';
}

/** Whether sums and averages of a field are meaningful. */
export function isMeasure({ kind, choices }: Pick<LayerField, 'kind' | 'choices'>): boolean {
  return kind === 'number' && !choices;
}
