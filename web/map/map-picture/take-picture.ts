import Point from '@arcgis/core/geometry/Point.js';
import type { MapInternals } from '../map-model.ts';
import { metresPerPixel } from '../sdk/place.ts';
import { untilStationary, middleOf, takeScreenshot } from '../sdk/take-screenshot.ts';
import type { FeatureAtPlace, MapPicture } from './map-picture.ts';

export async function takePicture(
  { view }: MapInternals,
  { width, height }: { width: number; height: number },
): Promise<MapPicture> {
  const area = middleOf(view, width / height);
  await untilStationary(view);
  return {
    dataUrl: await takeScreenshot(view, { format: 'png', width, height, area }),
    width,
    height,
    metresPerPixel: (metresPerPixel(view) * area.width) / width,
    rotation: view.rotation,
  };
}

export function mapPicture({ view }: MapInternals, width: number): Promise<string> {
  return takeScreenshot(view, { format: 'jpg', quality: 80, width: Math.min(width, view.width) });
}

export async function featuresAt(
  { view }: MapInternals,
  { lat, lng }: { lat: number; lng: number },
): Promise<FeatureAtPlace[]> {
  const spot = view.toScreen(new Point({ latitude: lat, longitude: lng }));
  if (!spot || spot.x < 0 || spot.y < 0 || spot.x > view.width || spot.y > view.height) return [];
  const { results } = await view.hitTest(spot);
  return results.flatMap((result) => {
    if (result.type !== 'graphic') return [];
    const { layer } = result.graphic;
    // Markers and graphics of the view itself are not features of the map.
    if (!layer || !view.map?.allLayers.some(({ id }) => id === layer.id)) return [];
    const objectId = result.graphic.getObjectId() ?? undefined;
    return [{ layerId: String(layer.id), layerTitle: String(layer.title ?? layer.id), objectId }];
  });
}
