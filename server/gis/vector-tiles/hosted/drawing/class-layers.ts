import { z } from 'zod';
import { pictureTypeOf } from '../../../../platform/safety/picture-type.ts';
import type { StyleLayer } from '../../styles/style-layer.ts';

/** Red, green, blue, opacity: 0 to 255 (web map specification, `color`). */
const colour = z.tuple([z.number(), z.number(), z.number(), z.number()]);
export type Colour = z.infer<typeof colour>;

const line = z.object({
  type: z.literal('esriSLS'),
  style: z.string().default('esriSLSSolid'),
  color: colour.nullish(),
  width: z.number().min(0).max(1000).default(1),
});

const area = z.object({
  type: z.literal('esriSFS'),
  style: z.string().default('esriSFSSolid'),
  color: colour.nullish(),
  outline: line.nullish().catch(null),
});

const marker = z.object({
  type: z.literal('esriSMS'),
  color: colour.nullish(),
  size: z.number().min(0).max(1000).default(6),
  outline: line.nullish().catch(null),
});

const picture = z.object({
  type: z.literal('esriPMS'),
  contentType: z.string().default('image/png'),
  imageData: z.string().max(1_000_000).refine(isPicture),
  width: z.number().positive().max(256).default(16),
  height: z.number().positive().max(256).default(16),
});

/** Whether the Base64 of a file begins like one made of pixels. The server draws no SVG. */
function isPicture(base64: string): boolean {
  return pictureTypeOf(Buffer.from(base64.slice(0, 64), 'base64')) !== undefined;
}

/**
 * A picture that is not drawn: one given only by an address, which the server does not request, or of another format. Its
 * place is shown by a plain marker.
 */
const linkedPicture = z
  .object({ type: z.literal('esriPMS'), width: z.number().catch(9) })
  .transform(({ width }): z.infer<typeof marker> => ({
    type: 'esriSMS',
    color: [120, 169, 66, 255],
    size: Math.min(24, Math.max(4, width / 2)),
    outline: { type: 'esriSLS', style: 'esriSLSSolid', color: [79, 107, 42, 255], width: 1 },
  }));

/** Symbols as ArcGIS writes them, as far as they can be drawn in tiles. Sizes are in points. */
export const symbolSchema = z.union([
  z.discriminatedUnion('type', [line, area, marker, picture]),
  linkedPicture,
]);
export type DrawnSymbol = z.infer<typeof symbolSchema>;
export type LineSymbol = z.infer<typeof line>;
export type PictureSymbol = z.infer<typeof picture>;

/** A symbol, or null for one that cannot be drawn. */
export const anySymbol = symbolSchema.nullish().catch(null);

/** Text of labels. */
export const textSymbol = z
  .object({
    color: colour.nullish().catch(null),
    haloColor: colour.nullish().catch(null),
    haloSize: z.number().min(0).max(20).nullish().catch(null),
    font: z
      .object({
        size: z.number().positive().max(200).default(9),
        weight: z.string().default('normal'),
        style: z.string().default('normal'),
      })
      .default({ size: 9, weight: 'normal', style: 'normal' })
      .catch({ size: 9, weight: 'normal', style: 'normal' }),
  })
  .catch({ font: { size: 9, weight: 'normal', style: 'normal' } });
export type TextSymbol = z.infer<typeof textSymbol>;

/** Pixels a point: symbols are measured in points, styles in pixels. */
export const pixelsPerPoint = 4 / 3;

type Base = Pick<StyleLayer, 'source' | 'source-layer' | 'filter' | 'minzoom' | 'maxzoom'>;

/** The style layers that draw one class of a layer. */
export function classLayers(
  id: string,
  symbol: DrawnSymbol,
  base: Base,
  opacity: number,
  image: string,
): StyleLayer[] {
  switch (symbol.type) {
    case 'esriSFS': {
      const filled = symbol.style !== 'esriSFSNull' && symbol.color;
      const fill = filled
        ? [
            {
              ...base,
              id,
              type: 'fill' as const,
              paint: { 'fill-color': css(symbol.color, opacity), 'fill-antialias': true },
            },
          ]
        : [];
      return [...fill, ...(symbol.outline ? lineLayers(`${id}/outline`, symbol.outline, base, opacity) : [])];
    }
    case 'esriSLS':
      return lineLayers(id, symbol, base, opacity);
    case 'esriPMS':
      return [
        {
          ...base,
          id,
          type: 'symbol',
          layout: { 'icon-image': image, 'icon-allow-overlap': true, 'icon-ignore-placement': true },
          paint: { 'icon-opacity': opacity },
        },
      ];
    case 'esriSMS': {
      const rim = symbol.outline;
      return [
        {
          ...base,
          id,
          type: 'circle',
          paint: {
            'circle-radius': (symbol.size / 2) * pixelsPerPoint,
            'circle-color': css(symbol.color, opacity),
            'circle-stroke-width': rim?.color ? rim.width * pixelsPerPoint : 0,
            'circle-stroke-color': css(rim?.color, opacity),
          },
        },
      ];
    }
  }
}

const dashes: Record<string, number[]> = {
  esriSLSDash: [4, 3],
  esriSLSDot: [1, 3],
  esriSLSDashDot: [4, 3, 1, 3],
  esriSLSShortDash: [4, 1],
  esriSLSShortDot: [1, 1],
  esriSLSLongDash: [8, 3],
};

function lineLayers(
  id: string,
  { color, width, style }: LineSymbol,
  base: Base,
  opacity: number,
): StyleLayer[] {
  if (!color || width === 0 || style === 'esriSLSNull') return [];
  const dash = dashes[style];
  return [
    {
      ...base,
      id,
      type: 'line',
      layout: dash ? {} : { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': css(color, opacity),
        'line-width': width * pixelsPerPoint,
        ...(dash && { 'line-dasharray': dash }),
      },
    },
  ];
}

/** A colour as styles write it; none is transparent. */
export function css(colour: Colour | null | undefined, opacity: number): string {
  if (!colour) return 'rgba(0,0,0,0)';
  const [red, green, blue, alpha] = colour;
  return `rgba(${red},${green},${blue},${Math.round((alpha / 255) * opacity * 1000) / 1000})`;
}
