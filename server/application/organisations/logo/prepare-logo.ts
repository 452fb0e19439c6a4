import { type SaxesAttribute, SaxesParser } from 'saxes';
import { MappingError } from '../../../../wire/errors.ts';
import { refusal } from '../../../../wire/refusals.ts';
import { limits } from '../../../limits.ts';
import { escape } from '../../../platform/http/html.ts';
import { decodePicture } from '../../../platform/safety/decode-picture.ts';

/**
 * Elements that draw. Everything else is removed with its content: scripts, foreign objects, links,
 * animations, embedded pages.
 */
const elements = new Set(
  `svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath
  linearGradient radialGradient stop clipPath mask pattern marker filter feGaussianBlur feOffset feMerge feMergeNode
  feColorMatrix feFlood feComposite feBlend feDropShadow`.split(/\s+/),
);

const attributes = new Set(
  `id class x y x1 y1 x2 y2 cx cy r rx ry fx fy d points width height viewBox preserveAspectRatio transform version
  xmlns xml:space fill fill-opacity fill-rule clip-rule clip-path clipPathUnits mask maskUnits maskContentUnits stroke
  stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset opacity
  color display visibility offset stop-color stop-opacity gradientUnits gradientTransform spreadMethod patternUnits
  patternContentUnits patternTransform marker-start marker-mid marker-end markerWidth markerHeight markerUnits orient refX
  refY filter filterUnits primitiveUnits in in2 result stdDeviation dx dy mode operator values type flood-color
  flood-opacity k1 k2 k3 k4 font-family font-size font-style font-weight text-anchor dominant-baseline letter-spacing
  textLength lengthAdjust startOffset href xlink:href role aria-label`.split(/\s+/),
);

/** Functions in attributes, in lower case. Others, such as `image-set`, can load. */
const functions = new Set(
  `url var calc rgb rgba hsl hsla matrix translate translatex translatey scale scalex scaley rotate skew skewx skewy
  blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia`.split(/\s+/),
);

/**
 * Removes everything from an SVG that runs, loads or links elsewhere: only known elements and attributes are
 * kept, and references stay within the drawing. Style sheets and `style` attributes are removed too, because
 * they can load.
 * @throws MappingError `logo:invalid` (400) when it is not an SVG, or one that takes long to read
 */
export function cleanSvg(text: string): string {
  if (Buffer.byteLength(text) > limits.svgBytes) throw tooComplex(`more than ${limits.svgBytes / 1000} kB`);
  const parser = new SaxesParser();
  const out: string[] = [];
  /** Depth inside a removed element; 0: not inside one. */
  let dropped = 0;
  let depth = 0;
  let count = 0;
  parser.on('error', (cause) => {
    throw invalid('It is not valid XML.', cause);
  });
  parser.on('opentag', ({ name, attributes: given }) => {
    depth++;
    count++;
    if (count > limits.svgElements) throw tooComplex(`more than ${limits.svgElements} elements`);
    if (depth > limits.svgDepth) throw tooComplex(`elements nested deeper than ${limits.svgDepth}`);
    if (depth === 1 && name !== 'svg') throw invalid('It does not start with an svg element.');
    if (dropped > 0 || !elements.has(name)) dropped++;
    else out.push(`<${name}${attributesOf(given as Record<string, SaxesAttribute | string>)}>`);
  });
  parser.on('closetag', ({ name }) => {
    depth--;
    if (dropped > 0) dropped--;
    else out.push(`</${name}>`);
  });
  parser.on('text', (content) => {
    if (dropped === 0 && depth > 0) out.push(escape(content));
  });
  parser.write(text).close();
  if (out.length === 0) throw invalid('It is empty.');
  return out.join('');
}

function attributesOf(given: Record<string, SaxesAttribute | string>): string {
  return Object.entries(given)
    .map(([name, value]) => [name, typeof value === 'string' ? value : value.value] as const)
    .filter(([name, value]) => (attributes.has(name) || name === 'xmlns:xlink') && isHarmless(name, value))
    .map(([name, value]) => ` ${name}="${escape(value)}"`)
    .join('');
}

function isHarmless(name: string, value: string): boolean {
  if (name === 'href' || name === 'xlink:href') return value.trim().startsWith('#');
  if (name === 'xmlns') return value === 'http://www.w3.org/2000/svg';
  if (name === 'xmlns:xlink') return value === 'http://www.w3.org/1999/xlink';
  if (name === 'aria-label') return true;
  // An escape may hide the name of a function.
  if (value.includes('\\')) return false;
  if (
    ![...value.matchAll(/(?<![\w-])([\w-]+)\s*\(/g)].every(([, called = '']) =>
      functions.has(called.toLowerCase()),
    )
  )
    return false;
  // A paint or filter may reference a part of the same drawing and nothing else.
  return [...value.matchAll(/url\s*\(\s*(?:["']\s*)?(\S)/gi)].every(([, first]) => first === '#');
}

function tooComplex(what: string): MappingError {
  return new MappingError(
    'logo:invalid',
    `The SVG image has ${what}. Simplify the drawing, or upload it as a PNG.`,
    { status: 400 },
  );
}

function invalid(why: string, cause?: unknown): MappingError {
  return new MappingError('logo:invalid', `The file is not an SVG image. ${why}`, {
    status: 400,
    ...(cause !== undefined && { cause }),
  });
}

export interface Logo {
  contentType: 'image/svg+xml' | 'image/png';
  bytes: Buffer;
}

/** Shown at most 50 px wide; twice that for high-density screens, and for a larger preview. */
const side = 256;
/** A small file can decode to a picture that fills the memory. */
const pixels = 50_000_000;

/**
 * A logo as it is stored: a sanitized SVG, or any other picture as an upright PNG of at most 256 px without
 * metadata.
 * @throws MappingError `logo:invalid` (400)
 */
export async function prepareLogo(bytes: Buffer): Promise<Logo> {
  if (looksLikeXml(bytes)) {
    return { contentType: 'image/svg+xml', bytes: Buffer.from(cleanSvg(bytes.toString('utf8'))) };
  }
  const picture = decodePicture(bytes, { pixels });
  if (!picture) throw unreadable();
  try {
    const png = await picture
      .rotate()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer();
    return { contentType: 'image/png', bytes: png };
  } catch (cause) {
    throw unreadable(cause);
  }
}

function unreadable(cause?: unknown): MappingError {
  const message = 'The file is not a readable image. Upload an SVG, PNG, JPEG, WebP or GIF.';
  return refusal('logo:invalid', message, 'no-picture', {}, { ...(cause !== undefined && { cause }) });
}

/** Detected by its first characters: the file name and the type sent by a browser prove nothing. */
function looksLikeXml(bytes: Buffer): boolean {
  return /^\uFEFF?\s*</.test(bytes.subarray(0, 200).toString('utf8'));
}
