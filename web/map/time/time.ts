import type { MapModel } from '../map-model.ts';
import type { TimeControl } from './time-types.ts';
export type { TimeControl, TimeMode, TimeState } from './time-types.ts';

/** Has the map show one part of its time after the other, until it is closed. */
export async function openTime(model: MapModel): Promise<TimeControl> {
  const sdk = await import('./time-session.ts');
  return model.withInternals((internals) => sdk.openTime(internals));
}
