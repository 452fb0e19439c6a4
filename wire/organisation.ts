import { z } from 'zod';

/** First path segments of the product's own URLs, which no organisation can have as its name. */
export const reservedNames = [
  'api',
  'portal',
  'server',
  'assets',
  'health',
  'integrations',
  'metrics',
] as const;

/** The URL segment of an organisation: lower-case letters, digits and hyphens, at most 63 characters. */
export const organisationNameSchema = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,62}$/,
    'Use 1 to 63 lower-case letters, digits or hyphens, beginning with a letter or digit.',
  )
  .refine(
    (name) => !(reservedNames as readonly string[]).includes(name),
    'This name belongs to the product.',
  );
