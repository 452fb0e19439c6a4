import { withoutFinalSlash } from './trim-end.ts';

/** Header with the URL of the portal that issued the caller's token. */
export const portalHeader = 'x-portal';

/**
 * Code of the response to a sign-in whose portal this server cannot reach over the network, although browsers may: the page then
 * exchanges the code itself.
 */
export const portalOutOfReach = 'session:portal-out-of-reach';

/**
 * The portal's URL: absolute, without `/sharing/rest` and without a trailing slash.
 *
 * @param configured URL from the configuration: absolute, or a path of this server such as `/portal`
 * @param page URL of the page, against which a path is resolved
 */
export function portalAddress(configured: string, page: string): string {
  const address = secureAddress(configured, page);
  return withoutFinalSlash(withoutFinalSlash(address).replace(/\/(sharing(\/rest)?|home)$/, ''));
}

/**
 * The path of a URL below the embedded portal of a server, without a leading slash: empty for the portal itself,
 * undefined for other URLs. Hosts are compared, ports included; a proxy may use another protocol than the server.
 *
 * @param hosts of the server, such as `maps.example` or `localhost:8080`
 */
export function embeddedPath(address: string, hosts: readonly string[]): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { host, pathname } = new URL(address);
  return hosts.includes(host) ? /^\/portal(?:\/(.*))?$/.exec(pathname)?.slice(1).join('') : undefined;
}

/**
 * Upgrades http to https, and the http ports of ArcGIS to those it uses for https.
 *
 * The page's own origin and this machine are left alone: the embedded portal answers there over the protocol that
 * served the page, and on a laptop that is plain http (docs/decisions/0004-https-upgrade-exception.md).
 */
export function secureAddress(address: string, page: string): string {
  const url = new URL(address, page);
  if (url.protocol !== 'http:' || url.origin === new URL(page).origin || isThisMachine(url.hostname))
    return url.href;
  const port = securePorts[url.port] ?? url.port;
  url.protocol = 'https:';
  url.port = port;
  return url.href;
}

/**
 * Ports of ArcGIS Server and Portal for ArcGIS without a web adaptor.
 * https://enterprise.arcgis.com/en/server/latest/install/windows/ports-used-by-arcgis-server.htm
 */
const securePorts: Readonly<Record<string, string>> = { 6080: '6443', 7080: '7443' };

/**
 * The https URL of a service, style or file that a map or item names with http, as maps made before a portal required https do.
 * Everything after the port stays as it is, with placeholders such as `{level}`. URLs stay as they are where the portal itself uses
 * http, and for this machine and the page's own host.
 *
 * @param portal URL of the portal, or of its REST root
 * @param page origin of the page; undefined outside a browser
 */
export function secureService(address: string, portal: string, page: string | undefined): string {
  const [start, host = '', port = ''] = /^http:\/\/([^/?#@:]+)(?::(\d+))?(?=[/?#]|$)/i.exec(address) ?? [];
  if (start === undefined || !portal.startsWith('https:') || isThisMachine(host)) return address;
  if (page !== undefined && URL.canParse(start) && new URL(start).origin === page) return address;
  const secure = port === '80' ? '' : (securePorts[port] ?? port);
  return `https://${host}${secure && `:${secure}`}${address.slice(start.length)}`;
}

function isThisMachine(host: string): boolean {
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
  );
}
