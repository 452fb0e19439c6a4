import { pngOf } from '../../../ui/browser.ts';
import type { MapPicture } from '../../../map/map-picture/map-picture.ts';
import { textFonts } from '../../../../wire/script-fonts.ts';

/** Pixels of the strip below the map for each pixel of density. */
const strip = 22;

/** The map's image with its credits below, as the data's licences require. */
export async function writePng(picture: MapPicture, credits: string, density: number): Promise<Blob> {
  const image = new Image();
  image.src = picture.dataUrl;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = picture.width;
  canvas.height = picture.height + strip * density;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw pictures.');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0);
  context.fillStyle = '#1d211c';
  context.font = `${11 * density}px ${textFonts}, sans-serif`;
  context.textBaseline = 'middle';
  context.fillText(credits, 8 * density, picture.height + (strip * density) / 2, canvas.width - 16 * density);
  return await pngOf(canvas);
}
