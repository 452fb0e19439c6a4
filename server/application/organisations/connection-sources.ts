import type { AppConfig } from '../../../wire/app-config.ts';
import { hostOf } from '../../../wire/map-hosts.ts';
import { secureAddress } from '../../../wire/portal-address.ts';

/** Hosts from which ArcGIS Online maps load. */
const arcGisOnline = ['https://*.arcgis.com', 'https://*.arcgisonline.com'];

/**
 * The hosts besides this server from which an organisation's pages load data and pictures, according to its
 * config: the portal, the basemaps, the logo and the administrator's additional servers.
 */
export function connectionSources({ portal, map }: AppConfig, publicUrl: string): string[] {
  const addresses = [
    secureAddress(portal.url, publicUrl),
    portal.customLogo,
    map.basemap.light,
    map.basemap.dark,
    map.elevation,
    ...map.hosts,
  ];
  const hosts = addresses.map(hostOf).filter((host) => host !== undefined);
  const online = hosts.some((host) => /^https?:\/\/([a-z0-9-]+\.)*arcgis\.com$/.test(host));
  const sources = new Set([...hosts, ...(online ? arcGisOnline : [])]);
  sources.delete(new URL(publicUrl).origin);
  return [...sources];
}
