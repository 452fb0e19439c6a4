import type { MapModel } from '../map-model.ts';
import type { FeatureAtPlace } from './feature-at-place.ts';

/** A picture of the map as it is drawn just now, at most `width` pixels wide, as a data address. */
export async function mapPicture(model: MapModel, width: number): Promise<string> {
  const { takeScreenshot } = await import('../sdk/take-screenshot.ts');
  return model.withInternals(({ view }) =>
    takeScreenshot(view, { format: 'jpg', quality: 80, width: Math.min(width, view.width) }),
  );
}

/** The features that are drawn at a place, topmost first. Nothing for a place that is out of sight. */
export async function featuresAt(
  model: MapModel,
  place: { lat: number; lng: number },
): Promise<FeatureAtPlace[]> {
  const { findFeatures } = await import('./find-features.ts');
  return model.withInternals((internals) => findFeatures(internals, place));
}
