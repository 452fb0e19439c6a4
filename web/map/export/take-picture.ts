import type { MapModel } from '../map-model.ts';
import { metresPerPixel } from '../sdk/place.ts';

/** A picture of the map as it is drawn, without anything around it. */
export interface MapPicture {
  /** `data:image/png;base64,…` */
  dataUrl: string;
  /** Pixels. */
  width: number;
  height: number;
  /** Metres on the ground of one pixel of the picture, at its centre. */
  metresPerPixel: number;
  /** Degrees by which the map is turned clockwise. */
  rotation: number;
}

/** The largest side of a picture in pixels: graphics memory of small devices ends soon after. */
export const longestSide = 4096;

/** Draws the middle of the map into a picture of this size, in pixels; what does not fit its shape is cut off. */
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

/** Pixels of the map on the screen, without its own density. */
export function mapSize(model: MapModel): { width: number; height: number } {
  return model.withInternals(({ view }) => ({ width: view.width, height: view.height }));
}
