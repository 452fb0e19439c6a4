import type { AppConfig } from '../../wire/app-config.ts';

/** The address of a config's portal, without a slash at the end; undefined when it is the one of this server. */
export function foreignPortal({ portal }: AppConfig, publicUrl: string): string | undefined {
  const address = new URL(portal.url, publicUrl).href.replace(/\/+$/, '');
  return address === `${publicUrl}/portal` ? undefined : address;
}
