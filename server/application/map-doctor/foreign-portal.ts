import type { AppConfig } from '../../../wire/app-config.ts';
import { embeddedAddress } from '../../portal/portal-address.ts';

/**
 * The address of a config's portal, without a trailing slash; undefined when it is embedded in this server.
 */
export function foreignPortal({ portal }: AppConfig, publicUrl: string): string | undefined {
  if (embeddedAddress(portal.url, publicUrl)) return undefined;
  return new URL(portal.url, publicUrl).href.replace(/\/+$/, '');
}
