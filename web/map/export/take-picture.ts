import type MapView from '@arcgis/core/views/MapView.js';
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
export function takePicture(model: MapModel, width: number, height: number): Promise<MapPicture> {
  return model.reach(async ({ view }) => {
    const shape = width / height;
    const area =
      view.width / view.height > shape
        ? { width: Math.round(view.height * shape), height: view.height }
        : { width: view.width, height: Math.round(view.width / shape) };
    const shrink = Math.min(1, longestSide / Math.max(width, height));
    const size = { width: Math.round(width * shrink), height: Math.round(height * shrink) };
    const take = () =>
      view.takeScreenshot({
        format: 'png',
        ...size,
        area: {
          ...area,
          x: Math.round((view.width - area.width) / 2),
          y: Math.round((view.height - area.height) / 2),
        },
      });
    await atRest(view);
    // While symbols are still made for another scale the SDK refuses a picture; a moment later it takes it.
    const { dataUrl } = await take().catch(async () => {
      await atRest(view);
      return take();
    });
    return {
      dataUrl,
      ...size,
      metresPerPixel: (metresPerPixel(view) * area.width) / size.width,
      rotation: view.rotation,
    };
  });
}

/** Milliseconds for which a picture waits for slow layers; then it shows what is there. */
const patience = 15_000;

async function atRest(view: MapView): Promise<void> {
  const { whenOnce } = await import('@arcgis/core/core/reactiveUtils.js');
  await whenOnce(() => !view.updating, AbortSignal.timeout(patience)).catch(() => {});
}

/** Pixels of the map on the screen, without its own density. */
export function mapSize(model: MapModel): { width: number; height: number } {
  return model.reach(({ view }) => ({ width: view.width, height: view.height }));
}
