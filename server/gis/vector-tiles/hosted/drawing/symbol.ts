import { z } from 'zod';

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
  imageData: z.string().max(1_000_000),
  width: z.number().positive().max(256).default(16),
  height: z.number().positive().max(256).default(16),
});

/** Symbols as ArcGIS writes them, as far as they can be drawn in tiles. Sizes are in points. */
export const symbolSchema = z.discriminatedUnion('type', [line, area, marker, picture]);
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
