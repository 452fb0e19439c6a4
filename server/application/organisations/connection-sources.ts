import type { AppConfig } from '../../../wire/app-config.ts';
import { hostOf } from '../../../wire/map-hosts.ts';
import { secureAddress } from '../../../wire/portal-address.ts';

/** Where ArcGIS Online keeps what its maps are made of. */
const arcGisOnline = ['https://*.arcgis.com', 'https://*.arcgisonline.com'];

/**
 * The hosts, besides this server, that an organisation's pages load data and pictures from, as its config names them: the portal,
 * the basemaps, the logo and further servers of the administrator's.
 */
export function connectionSources({ portal, map }: AppConfig, publicUrl: string): string[] {
  const addresses = [
    secureAddress(portal.url, publicUrl),
    portal.customLogo,
    map.basemap.light,
    map.basemap.dark,
    ...map.hosts,
  ];
  const hosts = addresses.map(hostOf).filter((host) => host !== undefined);
  const online = hosts.some((host) => /^https?:\/\/([a-z0-9-]+\.)*arcgis\.com$/.test(host));
  const sources = new Set([...hosts, ...(online ? arcGisOnline : [])]);
  sources.delete(new URL(publicUrl).origin);
  return [...sources];
}
