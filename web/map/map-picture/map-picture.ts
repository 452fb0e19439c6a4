import type { MapModel } from '../map-model.ts';
import type { FeatureAtPlace } from './find-features.ts';

/** An image of the map as currently drawn, at most `width` pixels wide, as a data URL. */
export async function mapPicture(model: MapModel, width: number): Promise<string> {
  const { takeScreenshot } = await import('../sdk/take-screenshot.ts');
  return model.withInternals(({ view }) =>
    takeScreenshot(view, { format: 'jpg', quality: 80, width: Math.min(width, view.width) }),
  );
}

/** The features drawn at a location, topmost first. None for a location outside the view. */
export async function featuresAt(
  model: MapModel,
  place: { lat: number; lng: number },
): Promise<FeatureAtPlace[]> {
  const { findFeatures } = await import('./find-features.ts');
  return model.withInternals((internals) => findFeatures(internals, place));
}
