import { z } from 'zod';
import { defineKind } from '../../wire/integrations/define-kind.ts';

/** Cyclomedia Street Smart: https://streetsmart.cyclomedia.com/api/. */
export const cyclomedia = defineKind({
  name: 'Cyclomedia Street Smart',
  config: z.object({
    apiVersion: z
      .string()
      .regex(/^\d{2}\.\d{1,2}$/, 'Enter a version such as 26.1.')
      .default('26.1'),
    srs: z
      .string()
      .regex(/^EPSG:\d{4,6}$/, 'Enter a spatial reference such as EPSG:28992.')
      .default('EPSG:3857'),
    login: z.enum(['password', 'oauth']).default('password'),
    clientId: z.string().max(200).default('').describe('For sign-in by OAuth.'),
    unsafeEval: z
      .boolean()
      .default(false)
      .describe('Allows the vendor’s script to create code from text, if its version requires that.'),
  }),
  credentials: { fields: ['username', 'password', 'apiKey'], for: 'browser' },
  page: {
    // Street Smart stores its sign-in.
    sandbox: 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
    coverage: true,
  },
  credentialsHost: () => 'https://streetsmart.cyclomedia.com',
  missing({ config: { login, clientId } }, unset) {
    if (login === 'oauth') return [...unset('apiKey'), ...(clientId ? [] : ['clientId'])];
    return unset('apiKey', 'username', 'password');
  },
});
