import type { AppConfig } from '../../wire/app-config.ts';
import { embeddedPath } from '../../wire/portal-address.ts';
import { withoutFinalSlash } from '../../wire/trim-end.ts';
import type { PortalContext } from './operation.ts';

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
 * The portal organisation of an organisation's config: that of the address; at the root address the one of
 * the same name, or else the installation's own.
 * @returns undefined for any other portal, and for an unknown address
 */
export async function portalOrganisationOf(
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
