import Extent from '@arcgis/core/geometry/Extent.js';
import MediaLayer from '@arcgis/core/layers/MediaLayer.js';
import ControlPointsGeoreference from '@arcgis/core/layers/support/ControlPointsGeoreference.js';
import ImageElement from '@arcgis/core/layers/support/ImageElement.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { MappingError } from '../../../wire/errors.ts';
import type { MapInternals } from '../map-model.ts';
import type { AddedLayer } from './add-layers.ts';

/** The part of the view that a new picture fills. */
const part = 0.6;

/** Pixels of the longer side and bytes of a picture that is stored in the map. */
const stored = { side: 2_000, bytes: 1_500_000 } as const;

/**
 * A layer with a picture in the middle of the view, in its own proportions.
 * @param address http(s) or data
 * @throws MappingError `add:no-picture`
 */
export async function pictureLayer(view: MapView, address: string, title: string): Promise<MediaLayer> {
  const picture = new Image();
  // Without permission of its server, the SDK cannot draw it.
  picture.crossOrigin = 'anonymous';
  picture.src = address;
  try {
    await picture.decode();
  } catch (cause) {
    throw new MappingError('add:no-picture', 'The picture cannot be read.', { status: 0, cause });
  }
  const { naturalWidth: width, naturalHeight: height } = picture;
  const georeference = cornersOf(placeFor(view, width / height), { width, height });
  const element = new ImageElement({ image: address, georeference });
  await element.load();
  return new MediaLayer({ title, source: element as never });
}

/** Adds a picture file, stored in the map as JPEG or PNG of limited size. @throws MappingError `add:no-picture` */
export async function addPicture(
  { view }: MapInternals,
  file: File,
  signal: AbortSignal,
): Promise<AddedLayer> {
  const title = file.name.replace(/\.[^.]+$/, '');
  const layer = await pictureLayer(view, await dataUrlOf(file), title);
  await layer.load();
  if (signal.aborted) layer.destroy();
  signal.throwIfAborted();
  view.map?.layers.add(layer);
  return { id: layer.id, title };
}

async function dataUrlOf(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file).catch((cause: unknown) => {
    throw new MappingError('add:no-picture', 'The picture cannot be read.', { status: 0, cause });
  });
  const scale = Math.min(1, stored.side / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const png = canvas.toDataURL('image/png');
  if (png.length <= stored.bytes || !context) return png;
  // JPEG has no transparency, and would be black there.
  Object.assign(context, { globalCompositeOperation: 'destination-over', fillStyle: 'white' });
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/jpeg', 0.85);
}

/** The middle of the view, in the proportions of a picture. */
function placeFor({ extent }: MapView, ratio: number): Extent {
  if (!extent) throw new MappingError('map:not-ready', 'The map has no extent yet.');
  const width = Math.min(extent.width * part, extent.height * part * ratio);
  const { x, y } = extent.center;
  return new Extent({
    xmin: x - width / 2,
    xmax: x + width / 2,
    ymin: y - width / ratio / 2,
    ymax: y + width / ratio / 2,
    spatialReference: extent.spatialReference,
  });
}

/** Web maps contain the places of pixels, not extents. */
function cornersOf(
  { xmin, xmax, ymin, ymax, spatialReference }: Extent,
  { width, height }: { width: number; height: number },
): ControlPointsGeoreference {
  const corners = [
    [0, height, xmin, ymin],
    [0, 0, xmin, ymax],
    [width, 0, xmax, ymax],
    [width, height, xmax, ymin],
  ] as const;
  const controlPoints = corners.map(([left, top, x, y]) => ({
    sourcePoint: { x: left, y: top },
    mapPoint: { type: 'point' as const, x, y, spatialReference },
  }));
  return new ControlPointsGeoreference({ controlPoints, width, height } as never);
}
