import type { MapModel } from '../map-model.ts';
import { metresPerPixel } from '../sdk/place.ts';

/** An image of the map as drawn, without surroundings. */
export interface MapPicture {
  /** `data:image/png;base64,…` */
  dataUrl: string;
  /** Pixels. */
  width: number;
  height: number;
  /** Metres on the ground per pixel of the image, at its centre. */
  metresPerPixel: number;
  /** Degrees by which the map is turned clockwise. */
  rotation: number;
}

/** The largest side of an image in pixels, limited by the graphics memory of small devices. */
export const longestSide = 4096;

/** Draws the centre of the map into an image of this size in pixels, cropped to its aspect ratio. */
export async function takePicture(model: MapModel, width: number, height: number): Promise<MapPicture> {
  const { atRest, middleOf, takeScreenshot } = await import('../sdk/take-screenshot.ts');
  return model.withInternals(async ({ view }) => {
    const area = middleOf(view, width / height);
    const shrink = Math.min(1, longestSide / Math.max(width, height));
    const size = { width: Math.round(width * shrink), height: Math.round(height * shrink) };
    await atRest(view);
    return {
      dataUrl: await takeScreenshot(view, { format: 'png', ...size, area }),
      ...size,
      metresPerPixel: (metresPerPixel(view) * area.width) / size.width,
      rotation: view.rotation,
    };
  });
}

/** CSS pixels of the map on the screen. */
export function mapSize(model: MapModel): { width: number; height: number } {
  return model.withInternals(({ view }) => ({ width: view.width, height: view.height }));
}
