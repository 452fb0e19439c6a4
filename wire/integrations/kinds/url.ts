import { z } from 'zod';
import { defineKind, noCredentials } from '../define-kind.ts';

/** The page of a third party at an address, which may speak to the map through `/integrations/client.js`. */
export const url = defineKind({
  name: undefined,
  config: z.object({}),
  credentials: noCredentials,
  byUrl: 'always',
});
