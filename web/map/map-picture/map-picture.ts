import { loadCapability } from '../load-capability.ts';
import type { MapModel } from '../map-model.ts';

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
const longestSide = 4096;

/** A feature of the open map that is drawn at a place. */
export interface FeatureAtPlace {
  layerId: string;
  layerTitle: string;
  objectId: number | string | undefined;
}

const drawPicture = loadCapability(async () => (await import('./take-picture.ts')).takePicture);

/** Draws the centre of the map into an image of this size in pixels, cropped to its aspect ratio. */
export function takePicture(model: MapModel, width: number, height: number): Promise<MapPicture> {
  const shrink = Math.min(1, longestSide / Math.max(width, height));
  return drawPicture(model, { width: Math.round(width * shrink), height: Math.round(height * shrink) });
}

/** An image of the map as currently drawn, at most this number of pixels wide, as a data URL. */
export const mapPicture = loadCapability(async () => (await import('./take-picture.ts')).mapPicture);

/** CSS pixels of the map on the screen. */
export function mapSize(model: MapModel): { width: number; height: number } {
  return model.withInternals(({ view }) => ({ width: view.width, height: view.height }));
}

/** The features drawn at a location, topmost first. None for a location outside the view. */
export const featuresAt = loadCapability(async () => (await import('./take-picture.ts')).featuresAt);
