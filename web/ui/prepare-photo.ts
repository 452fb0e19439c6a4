import { MappingError } from '../../wire/errors.ts';

/** Larger files are not decoded: browsers would need gigabytes for some of them. */
const maxFileBytes = 40_000_000;
const maxSide = 2048;

/**
 * A photo as it is attached: at most 2048 pixels wide and high, without the place and the device that cameras write into files.
 * @param maxBytes of the result
 * @throws MappingError `photo:too-large`, `photo:not-a-photo`
 */
export async function preparePhoto(file: File, maxBytes: number): Promise<Blob> {
  if (file.size > maxFileBytes)
    throw new MappingError('photo:too-large', 'The photo is larger than 40 MB.', { status: 413 });
  const image = await createImageBitmap(file).catch((cause: unknown) => {
    throw new MappingError('photo:not-a-photo', 'This file isn’t a photo that browsers can show.', {
      status: 400,
      cause,
    });
  });
  const scale = Math.min(1, maxSide / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  const photo = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
  if (!photo || photo.size > maxBytes)
    throw new MappingError('photo:too-large', 'The photo is too large.', { status: 413 });
  return photo;
}
