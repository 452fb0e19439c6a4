import { loadCapability } from '../load-capability.ts';

/** A legend entry of a symbol. */
export interface LegendRow {
  label: string;
  /** `data:image/png;base64,…`; undefined if the symbol cannot be drawn separately. */
  picture: string | undefined;
  /** Size of the image in pixels, at twice the screen density. */
  width: number;
  height: number;
}

/** Names of the kinds of drawings. */
export type DrawingLabels = Readonly<Record<'point' | 'polyline' | 'polygon', string>>;

/** Maximum rows of a layer: more than any page has room for, so that pages report what they lack. */
export const maxLegendRows = 300;

/** The symbols of one layer. */
export interface LegendGroup {
  title: string;
  rows: readonly LegendRow[];
  /** Number of symbols without a row. */
  more?: number;
}

/** A legend for a page. */
export interface Legend {
  groups: readonly LegendGroup[];
  /** Titles of the layers whose symbols were not ready in time. */
  missing: readonly string[];
}

/** The legend of the drawings in view, which the SDK's legend omits. */
export const drawingsLegend = loadCapability(
  async () => (await import('./drawings-legend.ts')).drawingsGroups,
);
