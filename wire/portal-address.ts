/** Header with the URL of the portal that issued the caller's token. */
export const portalHeader = 'x-portal';

/**
 * The portal's URL: absolute, without `/sharing/rest` and without a trailing slash.
 *
 * @param configured URL from the configuration: absolute, or a path of this server such as `/portal`
 * @param page URL of the page, against which a path is resolved
 */
export function portalAddress(configured: string, page: string): string {
  const address = secureAddress(configured, page);
  return address.replace(/\/(sharing(\/rest)?|home)?\/*$/, '').replace(/\/+$/, '');
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
 * Upgrades http to https and port 7080 to 7443.
 *
 * The page's own origin and this machine are left alone: the embedded portal answers there over the protocol that
 * served the page, and on a laptop that is plain http (docs/decisions/0004-https-upgrade-exception.md).
 */
export function secureAddress(address: string, page: string): string {
  const url = new URL(address, page);
  if (url.protocol !== 'http:' || url.origin === new URL(page).origin || isThisMachine(url.hostname))
    return url.href;
  const port = url.port === '7080' ? '7443' : url.port;
  url.protocol = 'https:';
  url.port = port;
  return url.href;
}

function isThisMachine(host: string): boolean {
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
  );
}
