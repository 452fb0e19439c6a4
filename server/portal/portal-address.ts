import type { AppConfig } from '../../wire/app-config.ts';
import { embeddedPath } from '../../wire/portal-address.ts';
import { withoutFinalSlash } from '../../wire/trim-end.ts';
import type { PortalContext } from './operation.ts';
import { findBinding } from '../platform/audit/portal-binding-store.ts';

/**
 * The segment of an organisation in the address of the embedded portal.
 * @returns `{ urlKey: undefined }` for the root address, undefined for any other portal
 */
export function embeddedAddress(
  portalUrl: string,
  publicUrl: string,
): { urlKey: string | undefined } | undefined {
  if (!URL.canParse(portalUrl, publicUrl)) return undefined;
  const { href } = new URL(portalUrl, publicUrl);
  const below = embeddedPath(href, [new URL(publicUrl).host]);
  if (below === undefined) return undefined;
  const path = withoutFinalSlash(below);
  if (path === '') return { urlKey: undefined };
  return /^[a-z0-9][a-z0-9-]*$/.test(path) ? { urlKey: path } : undefined;
}

/**
 * The portal organisation at the address of an organisation's config; at the root address the one of the same name, or
 * else the installation's own. Anyone can write an address into a config: it proves no right (`portalOrganisationOf`).
 * @returns undefined for any other portal, and for an unknown address
 */
export async function portalOrganisationAt(
  { organisations, portal, publicUrl }: Pick<PortalContext, 'organisations' | 'portal' | 'publicUrl'>,
  organisation: string,
  config: Pick<AppConfig, 'portal'>,
): Promise<{ id: string; url: string } | undefined> {
  const address = embeddedAddress(config.portal.url, publicUrl);
  if (!address) return undefined;
  const named = await organisations.byUrlKey(address.urlKey ?? organisation);
  if (named) return { id: named.id, url: `/portal/${named.urlKey}` };
  return address.urlKey === undefined ? { id: portal.id, url: '/portal' } : undefined;
}

/**
 * The portal organisation that an organisation belongs to, if its config has the address of it too.
 * @returns undefined for any other portal, for an unknown address, and for that of a portal organisation it does not belong to
 */
export async function portalOrganisationOf(
  context: Pick<PortalContext, 'organisations' | 'portal' | 'publicUrl' | 'database'>,
  organisation: string,
  config: Pick<AppConfig, 'portal'>,
): Promise<{ id: string; url: string } | undefined> {
  const addressed = await portalOrganisationAt(context, organisation, config);
  if (!addressed) return undefined;
  return (await findBinding(context.database, organisation)) === addressed.id ? addressed : undefined;
}
