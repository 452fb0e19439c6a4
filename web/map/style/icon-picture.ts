import type { StyleIcon } from './symbol.ts';

/** How an icon is drawn: a disc with a rim and the icon in it. */
export interface IconLook {
  icon: StyleIcon;
  /** CSS colours. */
  color: string;
  outlineColor: string;
  /** Width of the rim in points, of a symbol of `usualSize`. */
  outlineWidth: number;
  opacity: number;
}

/** Size of a new icon, in points. */
export const usualSize = 18;

/** Pixels of a picture's side: enough for the largest symbols on high-density screens. */
const side = 96;

/** Side of the icons' own drawing. */
const iconSide = 15;

/**
 * The picture of an icon as PNG in base64. The icon and its colours are written into the file as text, so that they can
 * be changed later: symbols with a picture have no member for them.
 */
export function drawIcon(look: IconLook): string {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw pictures.');
  const disc = (radius: number, color: string) => {
    context.fillStyle = color;
    context.beginPath();
    context.arc(side / 2, side / 2, radius, 0, 2 * Math.PI);
    context.fill();
  };
  context.globalAlpha = look.opacity;
  const rim = (look.outlineWidth / usualSize) * side;
  if (rim > 0) disc(side / 2, look.outlineColor);
  if (rim > 0 && look.opacity < 1) {
    // The rim's colour would show through the disc.
    context.globalCompositeOperation = 'destination-out';
    context.globalAlpha = 1;
    disc(side / 2 - rim, '#000000');
    context.globalCompositeOperation = 'source-over';
    context.globalAlpha = look.opacity;
  }
  disc(side / 2 - rim, look.color);
  const scale = ((side - 2 * rim) * 0.62) / iconSide;
  const start = (side - iconSide * scale) / 2;
  context.setTransform(scale, 0, 0, scale, start, start);
  context.fillStyle = isLight(look.color) ? '#212121' : '#ffffff';
  context.fill(signOf(look.icon));
  const [, data = ''] = canvas.toDataURL('image/png').split(',');
  return withText(data, JSON.stringify(look));
}

function signOf({ path }: StyleIcon): Path2D {
  return new Path2D(path);
}

/** Whether dark signs are readable on a colour better than white ones. */
export function isLight(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\da-f]{2}/gi) ?? []).map((part) =>
    parseInt(part, 16),
  );
  return red * 0.299 + green * 0.587 + blue * 0.114 > 165;
}

/** The icon of a picture that `drawIcon` made; undefined for other pictures. */
export function iconOf(data: string | null | undefined): IconLook | undefined {
  const text = data && textOf(data);
  if (!text) return undefined;
  try {
    const look = JSON.parse(text) as Partial<IconLook>;
    const isLook =
      typeof look.icon?.path === 'string' &&
      typeof look.icon.name === 'string' &&
      typeof look.color === 'string' &&
      typeof look.outlineColor === 'string' &&
      typeof look.outlineWidth === 'number' &&
      typeof look.opacity === 'number';
    return isLook ? (look as IconLook) : undefined;
  } catch {
    return undefined;
  }
}

// A PNG file is a signature of eight bytes and chunks: length, type, data, checksum. A text chunk is a keyword, a zero
// and the text (https://www.w3.org/TR/png-3/#11tEXt).
const signature = 8;
const keyword = 'Mapping symbol\0';

/** A PNG file with a text in its metadata, before its other data. Both are base64; the text is ASCII. */
export function withText(data: string, text: string): string {
  const file = atob(data);
  const header = signature + 12 + numberAt(file, signature);
  const chunk = `tEXt${keyword}${text}`;
  const length = bytes(chunk.length - 4);
  return btoa(`${file.slice(0, header)}${length}${chunk}${bytes(checksum(chunk))}${file.slice(header)}`);
}

function textOf(data: string): string | undefined {
  let file: string;
  try {
    file = atob(data);
  } catch {
    return undefined;
  }
  if (!file.startsWith('\u0089PNG')) return undefined;
  const start = signature + 12 + numberAt(file, signature);
  const chunk = file.slice(start + 4, start + 8 + numberAt(file, start));
  return chunk.startsWith(`tEXt${keyword}`) ? chunk.slice(4 + keyword.length) : undefined;
}

function numberAt(file: string, at: number): number {
  return [0, 1, 2, 3].reduce((sum, place) => sum * 256 + (file.charCodeAt(at + place) || 0), 0);
}

function bytes(value: number): string {
  return String.fromCharCode(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);
}

/** CRC-32 as PNG uses it. */
function checksum(text: string): number {
  let sum = 0xffffffff;
  for (let at = 0; at < text.length; at++) {
    sum ^= text.charCodeAt(at);
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}

/** Pixels of the longer side of a picture that is stored in a map. */
const maxPixels = 128;

/** A picture file as a PNG for a symbol. @throws if the browser cannot read it */
export async function pictureOf(file: Blob): Promise<{ data: string; ratio: number }> {
  const picture = await loadPicture(file);
  const { naturalWidth = 0, naturalHeight = 0 } = picture;
  // Drawings without a size of their own are square.
  const [wide, tall] = naturalWidth && naturalHeight ? [naturalWidth, naturalHeight] : [maxPixels, maxPixels];
  const scale = Math.min(1, maxPixels / Math.max(wide, tall));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(wide * scale));
  canvas.height = Math.max(1, Math.round(tall * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const [, data = ''] = canvas.toDataURL('image/png').split(',');
  return { data, ratio: wide / tall };
}

async function loadPicture(file: Blob): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(file);
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    return picture;
  } finally {
    URL.revokeObjectURL(address);
  }
}
