import type { MapModel } from '../map-model.ts';
import type { DrawingWords, LegendGroup } from './legend-groups.ts';
export type { DrawingWords, LegendRow, LegendGroup } from './legend-groups.ts';

/** The legend of what is in view, as images and labels: drawings first, because they are on top. */
export async function legendOf(model: MapModel, words: DrawingWords): Promise<LegendGroup[]> {
  const sdk = await import('./legend-groups.ts');
  const [drawings, layers] = await Promise.all([
    drawingsLegend(model, words),
    model.withInternals((inside) => sdk.legendGroups(inside)),
  ]);
  return [...drawings, ...layers];
}

/** The legend of the drawings in view, which the SDK's legend omits. */
export async function drawingsLegend(model: MapModel, words: DrawingWords): Promise<LegendGroup[]> {
  const { drawingsGroups } = await import('./drawings-legend.ts');
  return model.withInternals((inside) => drawingsGroups(inside, words));
}
