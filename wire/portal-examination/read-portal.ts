import { z } from 'zod';
import { portalAddress } from '../portal-address.ts';
import type { FindingCode, PortalFinding } from '../portal-check.ts';
import { obstacleOf, type PortalResponse, type RequestPortal } from './request.ts';

const selfSchema = z.object({
  id: z.string().nullish(),
  name: z.string().nullish(),
  urlKey: z.string().nullish(),
  access: z.string().nullish(),
  portalMode: z.string().nullish(),
  currentVersion: z.union([z.string(), z.number()]).nullish(),
  supportsOAuth: z.boolean().nullish(),
  useVectorBasemaps: z.boolean().nullish(),
  basemapGalleryGroupQuery: z.string().nullish(),
  vectorBasemapGalleryGroupQuery: z.string().nullish(),
  helperServices: z.object({ geocode: z.array(z.object({ url: z.string() })).nullish() }).nullish(),
  error: z.object({ code: z.number(), message: z.string().nullish() }).nullish(),
});

/** The members of `portals/self` that are checked. */
export type PortalSelf = z.infer<typeof selfSchema>;

/** Adds a finding to those of a check. */
export type AddFinding = (code: FindingCode, values?: Record<string, string>) => void;

/** What an address is: a portal, with its description of itself, or what is in the way. */
export type PortalReading = { self: PortalSelf; response: PortalResponse } | { obstacle: PortalFinding };

export const rest = (address: string) => `${address}/sharing/rest`;

/**
 * Reads `portals/self` of an address as a visitor.
 * @param origin of the pages that will read it too, for the CORS headers of the response
 */
export async function readPortal(
  request: RequestPortal,
  address: string,
  origin: string,
): Promise<PortalReading> {
  const obstacle = (code: FindingCode, values: Record<string, string> = {}) => ({
    obstacle: { code, values },
  });
  const { host } = new URL(address);
  const response = await request(`${rest(address)}/portals/self?f=json`, { headers: { origin } }).catch(
    (error: unknown) => obstacleOf(address, error),
  );
  if ('code' in response) return { obstacle: response };
  const status = String(response.status);
  if (response.status >= 300 && response.status < 400) {
    const location = targetOf(response, address);
    const suggestion = await findPortal(request, candidates(location), origin);
    return suggestion
      ? obstacle('redirects-to-portal', { address, suggestion })
      : obstacle('redirects', { address, location });
  }
  if (response.status === 429 || response.status >= 500) return obstacle('unavailable', { host, status });
  const self = asPortal(response);
  if (self) return readable(self, response);
  const suggestion = await findPortalNear(request, address, origin);
  if (suggestion) return obstacle('page-of-portal', { address, suggestion });
  return obstacle(isWebPage(response) ? 'web-page' : 'not-a-portal', { address, status });
}

function readable(self: PortalSelf, response: PortalResponse): PortalReading {
  if (!self.error || self.error.code === closed) return { self, response };
  const reason = self.error.message ?? String(self.error.code);
  return { obstacle: { code: 'portal-error', values: { reason } } };
}

/** Code of an organisation that describes itself only to members. */
const closed = 499;

/** Every portal gives an id, its mode or its version; other services may answer in JSON as well. */
function asPortal({ status, text }: PortalResponse): PortalSelf | undefined {
  const self = status === 200 ? parse(selfSchema, text) : undefined;
  if (!self) return undefined;
  const { error, id, portalMode, currentVersion } = self;
  // Servers of services know no such operation; a portal may refuse it, or fail.
  if (error) return error.code === 400 || error.code === 404 ? undefined : self;
  return id || portalMode || currentVersion != null ? self : undefined;
}

/** Addresses where the portal may be whose page this is: before `/home` and the like, the host, the usual web adaptors. */
function candidates(address: string): string[] {
  const { origin, pathname } = new URL(address);
  const [, before = ''] = /^(.*?)\/(?:home|apps|sharing|webmap|index|signin)\b/i.exec(pathname) ?? [];
  const above = pathname.replace(/\/[^/]*\/?$/, '');
  return [...new Set([before, '/portal', above, '', '/arcgis'].map((path) => `${origin}${path}`))];
}

/** The address of the portal of which another address is a page. */
export function findPortalNear(
  request: RequestPortal,
  address: string,
  origin: string,
): Promise<string | undefined> {
  return findPortal(
    request,
    candidates(address).filter((one) => one !== address),
    origin,
  );
}

async function findPortal(
  request: RequestPortal,
  addresses: readonly string[],
  origin: string,
): Promise<string | undefined> {
  for (const address of addresses) {
    const response = await request(`${rest(address)}/portals/self?f=json`, { headers: { origin } }).catch(
      () => undefined,
    );
    const self = response && asPortal(response);
    if (self && (!self.error || self.error.code === closed)) return address;
  }
  return undefined;
}

/** Where a redirect leads, as the address of a portal. */
function targetOf({ headers }: PortalResponse, address: string): string {
  const location = headers.get('location') ?? '';
  if (!URL.canParse(location, address)) return address;
  const { origin, pathname } = new URL(location, address);
  return portalAddress(`${origin}${pathname.replace(/\/portals\/self\/?$/, '')}`, address);
}

function isWebPage({ headers, text }: PortalResponse): boolean {
  return /html/i.test(headers.get('content-type') ?? '') || /^\s*</.test(text);
}

export function parse<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
