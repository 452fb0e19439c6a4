import type { MapModel } from '../map-model.ts';
import type { SketchStyle, Sketch } from './sketch-types.ts';
export { sketchTools } from './sketch-types.ts';
export type { SketchTool, SketchStyle, SketchState, Sketch } from './sketch-types.ts';

/** Opens the map's drawings. `title` is the title of their layer if it is created. */
export async function openSketch(model: MapModel, title: string, style: SketchStyle): Promise<Sketch> {
  const sdk = await import('./sketch-session.ts');
  return model.withInternals((internals) => sdk.openSketch(internals, title, style));
}
