import { z } from 'zod';
import {
  defineKind,
  httpsUrl,
  metres,
  noCredentials,
  pictureOrigins,
} from '../../wire/integrations/define-kind.ts';

const httpsOrPath = httpsUrl.or(
  z
    .string()
    .max(2000)
    .regex(/^\/(?![\s/\\])/, 'Enter a URL that starts with https://, or a path of this server.'),
);

/** The organisation's own photos: points of a GeoJSON file or of a layer, each with the URL of its photo. */
export const panorama = defineKind({
  name: '360°',
  config: z.object({
    photos: httpsOrPath
      .or(z.literal(''))
      .default('')
      .describe('GeoJSON file of points, or a layer of a feature service.'),
    urlField: z.string().max(100).default('url'),
    headingField: z.string().max(100).default('heading'),
    timeField: z.string().max(100).default('time'),
    time: z.string().max(30).default('').describe('Show only photos of this date, such as 2024 or 2024-10.'),
    radius: metres.default(60).describe('Maximum distance of a photo from the location, in metres.'),
    neighbours: metres.default(35).describe('Maximum distance between neighbouring photos, in metres.'),
    imageOrigins: pictureOrigins,
  }),
  credentials: noCredentials,
  page: {
    sandbox: 'allow-scripts',
    coverage: true,
    requests: ({ photos }) => ({ base: `${photos.replace(/\/$/, '')}/`, names: ['query'], token: 'layer' }),
  },
  missing: ({ config: { photos } }) => (photos ? [] : ['photos']),
});
