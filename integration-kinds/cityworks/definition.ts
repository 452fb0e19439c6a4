import { z } from 'zod';
import { defineKind, httpsUrl, metres } from '../../wire/integrations/define-kind.ts';

/** Root of a Cityworks site: `/Services/…` is appended. */
const siteAddress = httpsUrl.or(
  z
    .string()
    .max(2000)
    .regex(
      /^\/(?![/\\])[^\s?#\\]*$/,
      'Enter a URL that starts with https://, or a path of this server without ? and #.',
    ),
);
const recordLink = z.string().max(500).default('');

/** Cityworks, work orders and service requests. Without `server` it shows the page at its URL. */
export const cityworks = defineKind({
  name: 'Cityworks',
  config: z.object({
    server: siteAddress.optional().describe('Root of the Cityworks site, without /Services.'),
    wkid: z
      .number()
      .int()
      .min(1)
      .max(1_000_000)
      .optional()
      .describe('Spatial reference of the site, when it differs from the one that the site states.'),
    login: z.enum(['password', 'gis-token']).default('password'),
    radius: metres.default(250),
    links: z
      .object({ workOrder: recordLink, request: recordLink, inspection: recordLink })
      .prefault({})
      .describe('Addresses of single records in Cityworks, with {id}.'),
  }),
  credentials: { fields: ['username', 'password'], for: 'server' },
  page: {
    sandbox: 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox',
    isShown: ({ server }) => server !== undefined,
    takesCaptures: true,
    requests: (_options, api) => ({ base: api, names: ['work', 'problems', 'requests'], token: 'api' }),
  },
  byUrl: 'sometimes',
  credentialsHost({ server }) {
    if (server === undefined) return '';
    // A path refers to this server, under any host name.
    return server.startsWith('/') ? '/' : new URL(server).origin;
  },
  faults: ({ url, config }) =>
    url === undefined && config['server'] === undefined
      ? [{ path: ['url'], message: 'Enter the URL of a Cityworks page, or config.server.' }]
      : [],
  missing: ({ config: { server, login } }, unset) =>
    server === undefined || login === 'gis-token' ? [] : unset('username', 'password'),
});
