import type { LogoPicture } from './pdf-title-block.ts';

/** Longest side of the printed logo in pixels. */
const longest = 600;

/** The organisation's logo as a PNG; undefined if there is none, or if its site does not let pages read it. */
export async function logoPicture(address: string): Promise<LogoPicture | undefined> {
  if (!address) return undefined;
  try {
    const image = new Image();
    image.crossOrigin = 'anonymous';
    image.src = address;
    await image.decode();
    const [width, height] = [image.naturalWidth || 300, image.naturalHeight || 300];
    const factor = longest / Math.max(width, height);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(width * factor));
    canvas.height = Math.max(1, Math.round(height * factor));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return { dataUrl: canvas.toDataURL('image/png'), width: canvas.width, height: canvas.height };
  } catch {
    return undefined;
  }
}
