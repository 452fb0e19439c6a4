import { z } from 'zod';
import { type Place, placeKinds } from '../place.ts';

const longitude = z.number().min(-180).max(180);
const latitude = z.number().min(-90).max(90);
/** PostgreSQL cannot hold a NUL character. */
const text = z
  .string()
  .max(500)
  .regex(/^[^\0]*$/u, 'holds a NUL character');
const words = text.optional();

/** The first line of a gazetteer file. */
export const gazetteerHeaderSchema = z.object({
  dataset: z.string().min(1).max(100),
  version: z.string().min(1).max(100),
  attribution: z.string().max(2_000).default(''),
});

/** Every further line: one place. */
export const placeSchema = z
  .object({
    id: text.min(1),
    kind: z.enum(placeKinds),
    category: words,
    names: z.array(text.min(1)).max(1_000),
    longitude,
    latitude,
    extent: z.tuple([longitude, latitude, longitude, latitude]).optional(),
    along: z
      .array(z.tuple([longitude, latitude]))
      .max(100_000)
      .optional(),
    street: words,
    houseNumber: words,
    neighbourhood: words,
    city: words,
    region: words,
    postal: words,
    countryCode: z
      .string()
      .regex(/^[A-Za-z]{2}$/)
      .optional(),
    within: z.array(text).max(1_000).optional(),
    population: z.number().int().min(0).max(1e12).optional(),
    importance: z.number().min(0).max(1).optional(),
  })
  .refine(({ kind, names }) => kind === 'address' || names.length > 0, {
    path: ['names'],
    message: 'a place needs a name',
  })
  .refine(({ kind, street, houseNumber }) => kind !== 'address' || (street && houseNumber), {
    path: ['street'],
    message: 'an address needs a street and a houseNumber',
  }) satisfies z.ZodType<Place>;
