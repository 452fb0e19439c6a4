import { z } from 'zod';
import { templateFaults } from './integration-url.ts';
import { removeSecrets } from './remove-secrets.ts';

const httpsUrl = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .refine(
    (value) => URL.canParse(value) && isSafe(new URL(value)),
    'Give an address that begins with https://.',
  );
const httpsOrPath = httpsUrl.or(
  z
    .string()
    .max(2000)
    .regex(/^\/(?![\s/\\])/, 'Give an address that begins with https://, or a path of this server.'),
);
/** Root of a Cityworks site: `/Services/…` is put behind it. */
const siteAddress = httpsUrl.or(
  z
    .string()
    .max(2000)
    .regex(
      /^\/(?![/\\])[^\s?#\\]*$/,
      'Give an address that begins with https://, or a path of this server without ? and #.',
    ),
);
const metres = z.number().min(1).max(5000);
const origins = z
  .array(httpsUrl.transform((value) => new URL(value).origin))
  .max(20)
  .default([])
  .describe('Other hosts that pictures come from.');

/** The options of each kind of integration (docs/integrations.md#setting-one-up). Nothing here is secret. */
const typeConfigs = {
  panorama: z.object({
    photos: httpsOrPath
      .or(z.literal(''))
      .default('')
      .describe('GeoJSON file of points, or a layer of a feature service.'),
    urlField: z.string().max(100).default('url'),
    headingField: z.string().max(100).default('heading'),
    timeField: z.string().max(100).default('time'),
    time: z.string().max(30).default('').describe('Show photos of this time alone, such as 2024 or 2024-10.'),
    radius: metres.default(60).describe('How far from the place a photo may be, in metres.'),
    neighbours: metres.default(35).describe('How far one can walk from photo to photo, in metres.'),
    imageOrigins: origins,
  }),
  panoramax: z.object({
    api: httpsUrl.default('https://api.panoramax.xyz/api').describe('Root of the STAC API.'),
    radius: metres.default(60),
    neighbours: metres.default(30),
    imageOrigins: origins,
  }),
  streetview: z.object({
    viewer: z
      .enum(['window', 'synced'])
      .default('synced')
      .describe(
        '“synced” shows Google’s viewer beside the map, as soon as there is a key and the terms are accepted.',
      ),
    termsAccepted: z
      .boolean()
      .default(false)
      .describe('Google’s terms (3.2.3 e) forbid Street View beside a map that is not Google’s.'),
    radius: metres.default(50),
  }),
  cyclomedia: z.object({
    apiVersion: z
      .string()
      .regex(/^\d{2}\.\d{1,2}$/, 'Give a version such as 26.1.')
      .default('26.1'),
    srs: z
      .string()
      .regex(/^EPSG:\d{4,6}$/, 'Give a spatial reference such as EPSG:28992.')
      .default('EPSG:3857'),
    login: z.enum(['password', 'oauth']).default('password'),
    clientId: z.string().max(200).default('').describe('For sign-in by OAuth.'),
    unsafeEval: z
      .boolean()
      .default(false)
      .describe('Lets the vendor’s script make code from text, if its version needs that.'),
  }),
  cityworks: z.object({
    server: siteAddress.optional().describe('Root of the Cityworks site, without /Services.'),
    wkid: z.number().int().min(1).max(1_000_000).default(3857).describe('Spatial reference of the site.'),
    login: z.enum(['password', 'gis-token']).default('password'),
    radius: metres.default(250),
    links: z
      .object({
        workOrder: z.string().max(500).default(''),
        request: z.string().max(500).default(''),
        inspection: z.string().max(500).default(''),
      })
      .prefault({})
      .describe('Addresses of single records in Cityworks, with {id}.'),
  }),
  url: z.object({}),
} as const;

export type IntegrationType = keyof typeof typeConfigs;
export type TypeConfig<Type extends IntegrationType> = z.infer<(typeof typeConfigs)[Type]>;

/** The schema of a type's settings, for a form made from it. */
export function typeSchema(type: IntegrationType): z.ZodType {
  return typeConfigs[type];
}

/** Kinds that are pages of this product; the others show whatever is at their URL. */
export const builtInTypes = ['panorama', 'panoramax', 'streetview', 'cyclomedia', 'cityworks'] as const;

interface Described {
  type: IntegrationType;
  url?: string | undefined;
  display: 'frame' | 'window';
  config: Record<string, unknown>;
}

/** The options of an integration with the defaults of its kind. Expects an integration without `integrationFaults`. */
export function typeConfig<Type extends IntegrationType>(
  type: Type,
  config: Record<string, unknown>,
): TypeConfig<Type> {
  return typeConfigs[type].parse(config) as TypeConfig<Type>;
}

/** Every error in an integration's options, with its path and what to do. */
export function integrationFaults(integration: Described): { path: (string | number)[]; message: string }[] {
  const { type, url, config } = integration;
  const faults: { path: (string | number)[]; message: string }[] = [];
  if (url !== undefined) for (const message of templateFaults(url)) faults.push({ path: ['url'], message });
  if (type === 'url' && url === undefined)
    faults.push({ path: ['url'], message: 'Give the address of the page.' });
  for (const place of removeSecrets(config).removed)
    faults.push({
      path: ['config', ...place.split('.')],
      message: 'Everybody can read the config. Keep this under the credentials of the integration.',
    });
  const parsed = typeConfigs[type].safeParse(config);
  for (const { path, message } of parsed.error?.issues ?? [])
    faults.push({
      path: ['config', ...path.map((part) => (typeof part === 'number' ? part : String(part)))],
      message,
    });
  if (type === 'cityworks' && url === undefined && config['server'] === undefined)
    faults.push({ path: ['url'], message: 'Give the address of a Cityworks page, or config.server.' });
  return faults;
}

/** The credentials of each kind of integration, and who receives them. */
export const credentialFields: Readonly<
  Record<IntegrationType, { fields: readonly string[]; for: 'browser' | 'server' | 'nobody' }>
> = {
  panorama: { fields: [], for: 'nobody' },
  panoramax: { fields: [], for: 'nobody' },
  url: { fields: [], for: 'nobody' },
  streetview: { fields: ['apiKey'], for: 'browser' },
  cyclomedia: { fields: ['username', 'password', 'apiKey'], for: 'browser' },
  cityworks: { fields: ['username', 'password'], for: 'server' },
};

/** `GET /api/{org}/integrations/set-up`: what each enabled integration still lacks; those that lack nothing are left out. */
export interface IntegrationSetUp {
  missing: Record<string, string[]>;
}

/**
 * What an administrator must still enter before an integration works: names of credentials and of settings, never a value.
 *
 * @param credentials names of the credentials that are stored
 */
export function missingEntries(
  { type, url, config }: Omit<Described, 'display'>,
  credentials: readonly string[],
): string[] {
  const unset = (...names: string[]) => names.filter((name) => !credentials.includes(name));
  switch (type) {
    case 'panorama':
      return typeConfig(type, config).photos ? [] : ['photos'];
    case 'streetview': {
      const { viewer, termsAccepted } = typeConfig(type, config);
      // A page of one's own by its address is shown instead of Google's viewer.
      if (viewer === 'window' || (url !== undefined && !termsAccepted)) return [];
      return [...unset('apiKey'), ...(termsAccepted ? [] : ['termsAccepted'])];
    }
    case 'cyclomedia': {
      const { login, clientId } = typeConfig(type, config);
      if (login === 'oauth') return [...unset('apiKey'), ...(clientId ? [] : ['clientId'])];
      return unset('apiKey', 'username', 'password');
    }
    case 'cityworks': {
      const { server, login } = typeConfig(type, config);
      return server === undefined || login === 'gis-token' ? [] : unset('username', 'password');
    }
    default:
      return [];
  }
}

function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || /^(localhost|127\.0\.0\.1)$/.test(hostname);
}
