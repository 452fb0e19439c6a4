import { loadCapability } from '../load-capability.ts';
import type { MapModel } from '../map-model.ts';

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

/** The symbols of one layer. */
export interface LegendGroup {
  title: string;
  rows: readonly LegendRow[];
}

/** A legend for a page. */
export interface Legend {
  groups: readonly LegendGroup[];
  /** Titles of the layers whose symbols were not ready in time. */
  missing: readonly string[];
}

const layersLegend = loadCapability(async () => (await import('./legend-groups.ts')).legendGroups);

/** The legend of the drawings in view, which the SDK's legend omits. */
export const drawingsLegend = loadCapability(
  async () => (await import('./drawings-legend.ts')).drawingsGroups,
);

/** The legend of what is in view, as images and labels: drawings first, because they are on top. */
export async function legendOf(model: MapModel, words: DrawingLabels): Promise<Legend> {
  const [drawings, layers] = await Promise.all([drawingsLegend(model, words), layersLegend(model)]);
  return { ...layers, groups: [...drawings, ...layers.groups] };
}
