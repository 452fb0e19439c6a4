import { MappingError } from '../../wire/errors.ts';

/** Larger files are not decoded: browsers would need gigabytes for some of them. */
const maxFileBytes = 40_000_000;
const maxSide = 2048;

/** A file that could not be attached. */
export interface PhotoFailure {
  name: string;
  cause: unknown;
}

interface Limits {
  /** Of one photo when it is prepared. */
  maxBytes: number;
  /** Photos there may be altogether. */
  most: number;
  /** Photos already attached. */
  attached: number;
}

/**
 * Prepares files one after the other. One that cannot be attached does not prevent the others.
 * @returns those that cannot
 */
export async function preparePhotos(
  files: readonly File[],
  { maxBytes, most, attached }: Limits,
  add: (photo: Blob, name: string) => void,
): Promise<PhotoFailure[]> {
  const failures: PhotoFailure[] = [];
  let room = most - attached;
  for (const file of files)
    try {
      if (room <= 0) throw tooMany(most);
      add(await preparePhoto(file, maxBytes), file.name);
      room -= 1;
    } catch (cause) {
      failures.push({ name: file.name, cause });
    }
  return failures;
}

function tooMany(most: number) {
  const message = `You can add at most ${most} photos.`;
  const fault = { path: 'photos', message, code: 'many-photos', values: { most } };
  return new MappingError('photo:too-many', message, { status: 400, faults: [fault] });
}

/**
 * A photo as it is attached: at most 2048 pixels wide and high, without the place and the device that cameras
 * write into files.
 * @param maxBytes of the result
 * @throws MappingError `photo:too-large`, `photo:not-a-photo`
 */
async function preparePhoto(file: File, maxBytes: number): Promise<Blob> {
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
  const context = canvas.getContext('2d');
  if (context) {
    // JPEG has no transparency, and would be black there.
    context.fillStyle = 'white';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
  }
  image.close();
  const photo = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
  if (!photo || photo.size > maxBytes)
    throw new MappingError('photo:too-large', 'The photo is too large.', { status: 413 });
  return photo;
}
