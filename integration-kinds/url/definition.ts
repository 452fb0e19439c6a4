import { z } from 'zod';
import { defineKind, noCredentials } from '../../wire/integrations/define-kind.ts';

/** A third party's page at a URL, which may communicate with the map through `/integrations/client.js`. */
export const url = defineKind({
  name: undefined,
  config: z.object({}),
  credentials: noCredentials,
  byUrl: 'always',
});
