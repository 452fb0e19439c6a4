import type { MapInternals } from '../map-model.ts';
import { metresPerPixel } from '../sdk/place.ts';
import { atRest, middleOf, takeScreenshot } from '../sdk/take-screenshot.ts';
import type { MapPicture } from './map-picture.ts';

export async function takePicture(
  { view }: MapInternals,
  { width, height }: { width: number; height: number },
): Promise<MapPicture> {
  const area = middleOf(view, width / height);
  await atRest(view);
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
