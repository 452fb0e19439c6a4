import type { MapModel } from '../map-model.ts';
import type { LegendGroup } from './legend-types.ts';
export type { LegendRow, LegendGroup } from './legend-types.ts';

/** The legend of what is in view, as pictures and words. */
export async function legendOf(model: MapModel): Promise<LegendGroup[]> {
  const sdk = await import('./legend-groups.ts');
  return model.withInternals((internals) => sdk.legendGroups(internals));
}
