import { MappingError } from '../../../wire/errors.ts';
import { cleanSvg } from './clean-svg.ts';

export interface Logo {
  contentType: 'image/svg+xml' | 'image/png';
  bytes: Buffer;
}

/** Shown at most 50 px wide; twice that for fine screens, and room for a larger preview. */
const side = 256;
/** A small file can unpack into a picture that fills the memory. */
const pixels = 50_000_000;

/**
 * A logo as it is kept: an SVG cleaned of everything that runs or loads, any other picture as a PNG of at most 256 px,
 * turned upright and without its metadata.
 * @throws MappingError `logo:invalid` (400)
 */
export async function prepareLogo(bytes: Buffer): Promise<Logo> {
  if (looksLikeXml(bytes)) {
    return { contentType: 'image/svg+xml', bytes: Buffer.from(cleanSvg(bytes.toString('utf8'))) };
  }
  // Only whoever uploads a logo needs it, and it is large.
  const { default: sharp } = await import('sharp');
  try {
    const picture = await sharp(bytes, { limitInputPixels: pixels })
      .rotate()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer();
    return { contentType: 'image/png', bytes: picture };
  } catch (cause) {
    throw new MappingError(
      'logo:invalid',
      'The file is not a readable image. Upload an SVG, PNG, JPEG, WebP or GIF.',
      { status: 400, cause },
    );
  }
}

/** By its first characters: the name and the type a browser sends say nothing. */
function looksLikeXml(bytes: Buffer): boolean {
  return /^\uFEFF?\s*</.test(bytes.subarray(0, 200).toString('utf8'));
}
