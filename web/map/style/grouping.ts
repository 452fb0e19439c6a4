import type { StyleRamp, StyleSymbol } from './symbol.ts';

/** How nearby points are drawn: each of them, or as clusters or bins, which count and summarise them. */
export const groupKinds = ['none', 'clusters', 'bins'] as const;
export type GroupKind = (typeof groupKinds)[number];

/** Statistics of a numeric field of the features of clusters and bins. */
export const groupStatistics = ['sum', 'avg', 'min', 'max'] as const;
export type GroupStatisticKind = (typeof groupStatistics)[number];

/** A number of clusters or bins besides the number of their features. */
export interface GroupStatistic {
  /** Its field in labels, popups and styles. */
  name: string;
  kind: GroupStatisticKind;
  /** The features' field. */
  field: string;
  title: string;
  /** Whether colours, labels or popups show it. */
  used: boolean;
}

/** The fields with the number of features. */
export const countFields = { clusters: 'cluster_count', bins: 'aggregateCount' } as const;

/** How a layer of points is grouped. Sizes in points. */
export interface Grouping {
  kind: GroupKind;
  /** Clusters: the distance within which points are joined, and sizes of their symbols. */
  radius: number;
  smallest: number;
  largest: number;
  /** Clusters: the symbol of their own; undefined while they are drawn like their features. Bins: their symbol. */
  symbol: StyleSymbol | undefined;
  /** Bins: from 1 for the largest to 9 for the smallest. */
  level: number;
  /** Bins: the field that gives them their colour, and the ramps. */
  field: string | undefined;
  ramps: readonly StyleRamp[];
  ramp: string | undefined;
  /** Bins: their colours from low to high, as CSS. */
  colors: readonly string[];
  statistics: readonly GroupStatistic[];
}

/** The part of a grouping that is set without reading the layer's values. */
export type GroupSizes = Partial<Pick<Grouping, 'radius' | 'smallest' | 'largest' | 'level'>>;

/** The clusters and bins of a style. Each change is drawn at once, and one step of undo. */
export interface GroupingControl {
  /**
   * Draws points as clusters, bins, or each on its own.
   * @param count the title of the number of features
   */
  setKind(kind: GroupKind, count: string): Promise<void>;
  setSizes(sizes: GroupSizes): void;
  /** Gives clusters a symbol of their own, or the symbols of their features (undefined). Changes the symbol of bins. */
  setSymbol(change: StyleSymbol | undefined): void;
  /** Gives bins other colours. */
  setColors(colors: { field?: string; ramp?: string }): Promise<void>;
  addStatistic(kind: GroupStatisticKind, field: string, title: string): void;
  removeStatistic(name: string): void;
}
