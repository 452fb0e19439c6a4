import { z } from 'zod';
import { integrationFaults, sizeFault } from './integrations/integration-config.ts';
import { integrationTypes } from '../integration-kinds/definitions.ts';
import { isLanguageTag } from './languages.ts';
import { hostOf } from './map-hosts.ts';

/** The portal used when a configuration names none: ArcGIS Online. */
export const defaultPortalUrl = 'https://www.arcgis.com';

const httpUrl = z
  .string()
  .max(2000)
  .refine(
    (value) => isHttpUrl(value) || /^\/(?!\/)/.test(value),
    'Enter a URL that starts with https:// (or http:// inside your own network), or a path of this server such as /portal.',
  );

/** Text in several languages: BCP 47 tag to text. `en` is required, as the fallback. */
const localizedText = z.union([
  z.string().max(2000),
  z
    .record(z.string().max(20), z.string().max(2000))
    .refine((text) => 'en' in text, 'Enter the text in English (en) as the fallback.')
    .refine((text) => Object.keys(text).length <= 100, 'Enter the text in at most 100 languages.'),
]);

const portalSchema = z.object({
  url: httpUrl.default(defaultPortalUrl).describe('Address of the ArcGIS portal, without /sharing/rest.'),
  appId: z
    .string()
    .max(200)
    .default('')
    .describe('OAuth 2 client id of this application, registered in the portal.'),
  organisationId: z
    .string()
    .max(100)
    .default('')
    .describe(
      'Id of the portal organisation whose members may sign in. Needed with www.arcgis.com, which belongs to none.',
    ),
  adminGroupId: z
    .string()
    .max(100)
    .default('')
    .describe('Id of the portal group whose members administer the organisation.'),
  customLogo: httpUrl
    .or(z.literal(''))
    .default('')
    .describe('Address of the logo, shown 50 px wide. Empty: the default icon.'),
  signIn: z
    .enum(['redirect', 'popup', 'anonymous'])
    .default('redirect')
    .describe('Sign in by leaving the page, in a small window, or (the operator’s decision) not at all.'),
});

const longitude = z.number().min(-180).max(180);
const latitude = z.number().min(-90).max(90);

const mapSchema = z.object({
  templateWebMapId: z.string().max(100).default('').describe('Web map that Map > New begins with.'),
  extent: z
    .tuple([longitude, latitude, longitude, latitude])
    .refine(
      ([west, south, east, north]) => west < east && south < north,
      'Enter west below east and south below north.',
    )
    .optional()
    .describe('West, south, east, north in degrees (WGS84), used when there is no template.'),
  basemap: z
    .object({ light: z.string().max(2000).default(''), dark: z.string().max(2000).default('') })
    .default({ light: '', dark: '' })
    .describe(
      'Vector tile style or service for the light and the dark theme. Empty: the portal’s default basemap.',
    ),
  basemapKey: z
    .string()
    .max(1000)
    .regex(/^[\w.~+/=-]*$/, 'Enter the key only, without spaces.')
    .default('')
    .describe(
      'Public API key of ArcGIS Location Platform for basemap styles, where the session is not enough: for visitors, and on ArcGIS Enterprise.',
    ),
  elevation: httpUrl
    .or(z.literal(''))
    .default('')
    .describe(
      'Elevation service (ImageServer) of the ground in 3D and of elevation profiles. Empty: the ground is flat.',
    ),
  hosts: z
    .array(
      z
        .string()
        .max(2000)
        .refine(
          (value) => hostOf(value.trim()) !== undefined,
          'Enter the URL of a server that starts with https://, or https://*.example.org for all servers below a name.',
        )
        .transform((value) => hostOf(value.trim()) ?? ''),
    )
    .max(30)
    .default([])
    .describe(
      'Other servers that pages may load layers and pictures from at once. What an open map names is added by itself.',
    ),
  hostsOfMaps: z
    .boolean()
    .default(true)
    .describe('Whether maps add the servers that they name to those that pages may load from.'),
});

const integrationSchema = z
  .object({
    id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,40}$/, 'Use lower-case letters, digits and hyphens.'),
    type: z.enum(integrationTypes),
    title: z.string().min(1).max(100),
    url: z.string().max(2000).optional(),
    enabled: z.boolean().default(true),
    display: z.enum(['frame', 'window']).default('frame'),
    config: z
      .record(z.string(), z.unknown())
      .superRefine((config, context) => {
        const message = sizeFault(config);
        if (message) context.addIssue({ code: 'custom', message, continue: false });
      })
      .default({}),
  })
  .superRefine((integration, context) => {
    for (const fault of integrationFaults(integration)) context.addIssue({ code: 'custom', ...fault });
  });

/**
 * The public configuration of one organisation: `GET /api/{org}/config`.
 * It never holds a secret. Every part has a default, so `{}` is a valid configuration that uses ArcGIS Online.
 */
export const appConfigSchema = z.object({
  version: z.literal(1).default(1),
  title: z.string().max(100).default(''),
  welcome: localizedText.default(''),
  portal: portalSchema.prefault({}),
  feedback: z
    .object({
      url: httpUrl.optional(),
      form: z
        .string()
        .max(100)
        .regex(/^[\w-]+$/, 'Enter the id of a feature layer item or a web map.')
        .optional()
        .describe(
          'Id of the item whose form of this application (/{org}/form/{id}) the feedback button opens.',
        ),
    })
    .refine(({ url, form }) => url !== undefined || form !== undefined, {
      path: ['url'],
      message: 'Enter the address of a form, or the item of one.',
    })
    .optional()
    .describe(
      'Form opened by the feedback button. {org} {page} {lang} {map} {lat} {lng} are filled in, {note} by “Capture here”.',
    ),
  map: mapSchema.prefault({}),
  gallery: z
    .object({
      groups: z.array(z.string().max(100)).max(50).default([]),
      query: z.string().max(1000).default(''),
    })
    .prefault({}),
  integrations: z
    .array(integrationSchema)
    .max(20)
    .refine(
      (list) => new Set(list.map(({ id }) => id)).size === list.length,
      'Two integrations have the same id. Give each its own.',
    )
    .default([]),
  sharing: z
    .object({
      anonymous: z.boolean().default(false),
      sites: z
        .array(
          z
            .string()
            .max(2000)
            .trim()
            .refine(isOrigin, 'Enter the origin of a site, such as https://www.example.org, without a path.'),
        )
        .max(20)
        .default([])
        .describe('Origins of sites whose pages may control maps that they embed (docs/embedding.md).'),
    })
    .prefault({}),
  languages: z
    .array(
      z
        .string()
        .max(20)
        .refine(isLanguageTag, 'Name the language by its BCP 47 tag, such as de, pt-BR or ar-EG.'),
    )
    .max(100)
    .default([])
    .describe(
      'Languages that readers can choose, also partly translated ones; none means every completely translated one.',
    ),
  theme: z
    .object({
      primary: z
        .string()
        .regex(/^#[0-9a-fA-F]{6}$/, 'Enter a colour as #rrggbb.')
        .default('#78A942'),
    })
    .prefault({}),
});

export type AppConfig = z.infer<typeof appConfigSchema>;
/** The configuration as the application receives it, with the origin that serves the pages of integrations. */
export type PublicConfig = AppConfig & {
  /** An origin; if absent, there are no such pages, and integrations that need one are not offered. */
  integrationsUrl?: string;
};
/** A configuration as an author writes it: every part with a default may be absent. */
export type AppConfigInput = z.input<typeof appConfigSchema>;
export type IntegrationConfig = AppConfig['integrations'][number];

function isOrigin(value: string): boolean {
  return isHttpUrl(value) && new URL(value).origin === value;
}

function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
