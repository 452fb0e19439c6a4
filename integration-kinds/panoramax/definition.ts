import { z } from 'zod';
import {
  defineKind,
  httpsUrl,
  metres,
  noCredentials,
  pictureOrigins,
} from '../../wire/integrations/define-kind.ts';

/** Panoramax, open street-level imagery: https://panoramax.fr. */
export const panoramax = defineKind({
  name: 'Panoramax',
  config: z.object({
    api: httpsUrl.default('https://api.panoramax.xyz/api').describe('Root of the STAC API.'),
    radius: metres.default(60),
    neighbours: metres.default(30),
    imageOrigins: pictureOrigins,
  }),
  credentials: noCredentials,
  page: { sandbox: 'allow-scripts', coverage: true },
});
