import { z } from 'zod';

/** A portal and the application that is to sign people in there, as the operator gives them. */
export interface PortalToCheck {
  /** Without `/sharing/rest` and without a slash at the end. */
  url: string;
  appId?: string;
  /** Where the portal sends people back to: `https://maps.example.org/city/signed-in`. */
  redirectUri?: string;
  adminGroupId?: string;
}

/** One finding: what was checked, and what to do about it when it is not as the product needs it. */
export interface Finding {
  level: 'ok' | 'note' | 'wrong';
  subject: string;
  text: string;
}

/** Sends one request; the body is text because portals answer in HTML when something is in the way. */
export type Get = (address: string, headers?: Record<string, string>) => Promise<PortalAnswer>;
export interface PortalAnswer {
  status: number;
  headers: Headers;
  text: string;
}

const portalSelf = z.object({
  id: z.string().nullish(),
  name: z.string().nullish(),
  urlKey: z.string().nullish(),
  access: z.string().nullish(),
  isPortal: z.boolean().nullish(),
  currentVersion: z.union([z.string(), z.number()]).nullish(),
  supportsOAuth: z.boolean().nullish(),
  basemapGalleryGroupQuery: z.string().nullish(),
  helperServices: z.object({ geocode: z.array(z.object({ url: z.string() })).nullish() }).nullish(),
  error: z.object({ code: z.number(), message: z.string().nullish() }).nullish(),
});

/**
 * Checks a portal for everything the product relies on, read-only and without a sign-in: reachable, an ArcGIS portal, its
 * organisation, browser access, App ID and return address, administrators' group, search, basemaps and geocoder. The first
 * obstacle that hides the rest ends the list.
 */
export async function checkPortal(portal: PortalToCheck, get: Get): Promise<Finding[]> {
  const findings: Finding[] = [];
  const add = (level: Finding['level'], subject: string, text: string) =>
    findings.push({ level, subject, text });
  const rest = `${portal.url}/sharing/rest`;

  const first = await get(`${rest}/portals/self?f=json`, { origin: originOf(portal) }).catch(
    (error: unknown) => error as Error,
  );
  if (first instanceof Error) {
    add('wrong', 'Address', `${portal.url} could not be reached: ${reasonOf(first)}.`);
    return findings;
  }
  if (first.status >= 300 && first.status < 400) {
    const location = first.headers.get('location') ?? 'another address';
    add('wrong', 'Address', `The portal redirects to ${location}. Enter that address instead.`);
    return findings;
  }
  const self = parse(portalSelf, first.text);
  // Every portal gives its version; some other service may answer in JSON as well.
  if (!self || (!self.error && self.currentVersion === undefined)) {
    add(
      'wrong',
      'Address',
      `${rest}/portals/self answered ${first.status}, not as an ArcGIS portal. Enter the portal’s address without /home; for ArcGIS Enterprise with its web adaptor, such as https://gis.example.org/portal.`,
    );
    return findings;
  }
  describePortal(self, add);
  checkCors(first, portal, add);
  await checkApplication(portal, rest, get, add);
  await checkAdminGroup(portal, rest, get, add);
  if (self.error) return findings;
  await checkSearch(rest, get, add);
  await checkBasemaps(self, rest, get, add);
  const [locator] = self.helperServices?.geocode ?? [];
  if (locator) add('ok', 'Geocoder', locator.url);
  else add('note', 'Geocoder', 'None: addresses cannot be searched (portal:service-not-found).');
  return findings;
}

type Add = (level: Finding['level'], subject: string, text: string) => void;

function describePortal(self: z.infer<typeof portalSelf>, add: Add): void {
  if (self.error) {
    if (self.error.code !== 499) add('wrong', 'Portal', self.error.message ?? `Error ${self.error.code}`);
    else
      add(
        'note',
        'Organisation',
        'The portal requires sign-in even to describe itself: visitors see nothing, and portal.organisationId must be configured.',
      );
    return;
  }
  add('ok', 'Portal', `${self.name ?? 'ArcGIS Online'}, version ${self.currentVersion ?? 'unknown'}`);
  if (self.id) add('ok', 'Organisation', `${self.id}${self.urlKey ? ` (${self.urlKey})` : ''}`);
  else
    add(
      'wrong',
      'Organisation',
      'This address belongs to no organisation. Use https://YOUR-KEY.maps.arcgis.com, or configure portal.organisationId; otherwise only the administrators’ group counts as members.',
    );
  if (self.access === 'private') add('note', 'Visitors', 'Only members may look at this organisation.');
  if (self.supportsOAuth === false) add('wrong', 'Sign-in', 'The portal does not support OAuth 2.');
}

function checkCors({ headers }: PortalAnswer, portal: PortalToCheck, add: Add): void {
  const allowed = headers.get('access-control-allow-origin');
  const origin = originOf(portal);
  if (allowed === '*' || allowed === origin) add('ok', 'Browser access', `${origin} is allowed (CORS)`);
  else
    add(
      'wrong',
      'Browser access',
      `The portal sends ${allowed ? `Access-Control-Allow-Origin: ${allowed}` : 'no CORS header'} for ${origin}. An administrator must add it under Organization > Settings > Security > Allow origins.`,
    );
}

async function checkApplication(portal: PortalToCheck, rest: string, get: Get, add: Add): Promise<void> {
  const { appId, redirectUri } = portal;
  if (!appId) return add('note', 'App ID', 'Not checked: give --app-id.');
  const query = new URLSearchParams({
    client_id: appId,
    response_type: 'code',
    redirect_uri: redirectUri ?? 'urn:ietf:wg:oauth:2.0:oob',
  });
  const { status, text } = await get(`${rest}/oauth2/authorize?${query}`);
  if (/invalid[ _.]?client/i.test(text))
    return add(
      'wrong',
      'App ID',
      `The portal knows no application ${appId}. Register it, or correct the App ID.`,
    );
  if (/invalid[ _.]?redirect/i.test(text))
    return redirectUri
      ? add(
          'wrong',
          'Return address',
          `Register exactly ${redirectUri} as a redirect URL of the application.`,
        )
      : add('ok', 'App ID', `${appId} is known; give --redirect-uri to check the return address`);
  if (status >= 400) return add('wrong', 'App ID', `The sign-in page answered ${status}.`);
  add('ok', 'App ID', `${appId} is known${redirectUri ? ` and may return to ${redirectUri}` : ''}`);
}

async function checkAdminGroup(portal: PortalToCheck, rest: string, get: Get, add: Add): Promise<void> {
  if (!portal.adminGroupId) return add('note', 'Administrators', 'Not checked: give --admin-group.');
  const { text } = await get(`${rest}/community/groups/${encodeURIComponent(portal.adminGroupId)}?f=json`);
  const group = parse(z.object({ title: z.string() }), text);
  if (group) return add('ok', 'Administrators', `Group “${group.title}”`);
  add(
    'note',
    'Administrators',
    'The group is not public or does not exist; its members see it after signing in.',
  );
}

async function checkSearch(rest: string, get: Get, add: Add): Promise<void> {
  const { text } = await get(`${rest}/search?f=json&num=1&q=${encodeURIComponent('type:"Web Map"')}`);
  const found = parse(z.object({ total: z.number() }), text);
  if (found) add('ok', 'Search', `${found.total} public web maps`);
  else add('wrong', 'Search', 'The search failed, so the gallery would stay empty.');
}

async function checkBasemaps(
  { basemapGalleryGroupQuery }: z.infer<typeof portalSelf>,
  rest: string,
  get: Get,
  add: Add,
): Promise<void> {
  if (!basemapGalleryGroupQuery) return add('note', 'Basemaps', 'The portal names no basemap gallery.');
  const q = encodeURIComponent(basemapGalleryGroupQuery);
  const { text } = await get(`${rest}/community/groups?f=json&num=1&q=${q}`);
  const groups = parse(z.object({ total: z.number() }), text);
  if (groups && groups.total > 0) add('ok', 'Basemaps', basemapGalleryGroupQuery);
  else add('note', 'Basemaps', 'The group of basemaps is not visible to visitors.');
}

/** The origin of the application’s pages, by which browsers ask. */
function originOf({ redirectUri }: PortalToCheck): string {
  return redirectUri && URL.canParse(redirectUri) ? new URL(redirectUri).origin : 'https://maps.example.org';
}

function parse<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Why a connection failed, with the cure for certificates that Node does not trust. */
function reasonOf(error: Error): string {
  const cause = error.cause as { code?: string; message?: string } | undefined;
  const code = cause?.code ?? '';
  if (code === 'ENOTFOUND') return 'the host name is unknown';
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code))
    return `its certificate is not trusted (${code}); name the issuing authority’s file in NODE_EXTRA_CA_CERTS`;
  return cause?.message ?? error.message;
}
