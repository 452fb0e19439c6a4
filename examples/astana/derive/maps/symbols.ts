import { badge } from './badges.ts';

/** Red, green, blue, opacity: 0 to 255, as ArcGIS symbols count. */
export type Colour = [number, number, number, number];
export type EsriSymbol = Record<string, unknown>;

/** `#rrggbb` with an opacity from 0 to 1. */
export function colour(hex: string, opacity = 1): Colour {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [part(1), part(3), part(5), Math.round(opacity * 255)];
}

/** An area; the outline is given in points. */
export function area(
  fill: string,
  opacity: number,
  outline?: { colour: string; width: number; opacity?: number },
): EsriSymbol {
  return {
    type: 'esriSFS',
    style: 'esriSFSSolid',
    color: colour(fill, opacity),
    outline: outline
      ? line(outline.colour, outline.width, { opacity: outline.opacity })
      : { type: 'esriSLS', style: 'esriSLSNull', color: [0, 0, 0, 0], width: 0 },
  };
}

/** A line of this width in points. */
export function line(
  hex: string,
  width: number,
  options: { opacity?: number; dashed?: boolean } = {},
): EsriSymbol {
  const style = options.dashed ? 'esriSLSShortDash' : 'esriSLSSolid';
  return { type: 'esriSLS', style, color: colour(hex, options.opacity), width };
}

/** A round dot with a thin rim. */
export function dot(hex: string, size: number, rim = '#ffffff'): EsriSymbol {
  return {
    type: 'esriSMS',
    style: 'esriSMSCircle',
    color: colour(hex, 0.95),
    size,
    angle: 0,
    xoffset: 0,
    yoffset: 0,
    outline: line(rim, 0.9, { opacity: 0.9 }),
  };
}

/** A round badge with a white icon of the Maki set on it. */
export function icon(name: string, hex: string, size = 17): EsriSymbol {
  const imageData = badge(name, hex).toString('base64');
  return {
    type: 'esriPMS',
    contentType: 'image/png',
    imageData,
    width: size,
    height: size,
    angle: 0,
    xoffset: 0,
    yoffset: 0,
  };
}

/** Text with a halo. */
export function text(
  hex: string,
  halo: string,
  size: number,
  weight: 'normal' | 'bold' = 'normal',
  style: 'normal' | 'italic' = 'normal',
): EsriSymbol {
  return {
    type: 'esriTS',
    color: colour(hex),
    haloColor: colour(halo, 0.9),
    haloSize: 1.2,
    font: { family: 'Noto Sans', size, style, weight, decoration: 'none' },
    horizontalAlignment: 'center',
    verticalAlignment: 'baseline',
    kerning: true,
    xoffset: 0,
    yoffset: 0,
    angle: 0,
  };
}
