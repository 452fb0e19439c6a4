import { secureService } from './portal-address.ts';

/**
 * Hosts that a page may load map data and pictures from, each as a source of a Content-Security-Policy: an origin such as
 * `https://gis.example:6443`, or `https://*.tiles.example` for every host below a name.
 */

/** The most hosts that one map may add to the policy of its page. */
const maxNamed = 60;
const maxHostCharacters = 260;
/** The longest list that a browser stores per organisation: proxies limit the size of headers. */
const maxListCharacters = 1200;

const separator = '~';
const label = '[a-z0-9]([a-z0-9_-]{0,61}[a-z0-9])?';
const source = new RegExp(
  `^https?://(\\*\\.${label}\\.)?(${label}\\.)*${label}\\.?(:[0-9]{1,5})?$|^https?://\\*\\.${label}\\.${label}(:[0-9]{1,5})?$`,
);

/** Whether a text is such a host, and so cannot inject anything else into a policy. */
export function isHostSource(text: string): boolean {
  return text.length <= maxHostCharacters && source.test(text);
}

/**
 * Esri's basemaps, and the host of their credits, which a map must show and neither its document nor the basemap names
 * (https://developers.arcgis.com/documentation/esri-and-data-attribution/).
 */
const esriBasemaps =
  /^https:\/\/(\*\.)?([a-z0-9-]*basemap[a-z0-9-]*\.arcgis|([a-z0-9-]+\.)?arcgisonline)\.com$/;
const esriCredits = 'https://static.arcgis.com';

/**
 * The host of a kind of layer whose address a document does not name
 * (https://developers.arcgis.com/web-map-specification/objects/openStreetMapLayer/).
 */
const hostsOfKinds = new Map([['OpenStreetMap', 'https://*.tile.openstreetmap.org']]);

/** Names of document members whose value is loaded. */
const loaded = /(url|href|src|sprite|glyphs|tiles|tileServers)$/i;
/** Links and data: a link is not loaded, and a table may name a thousand websites. */
const notLoaded = new Set(['linkURL', 'attributes', 'geometry', 'licenseInfo', 'accessInformation']);
/** A match never reaches into the next element, so that a text of a thousand unfinished ones is read once. */
const picture =
  /<(?:img|video|audio|source)\b(?:(?!<(?:img|video|audio|source)\b)[^>])*?\ssrc\s*=\s*["']?(https?:\/\/[^"'\s>]+)/gi;

/**
 * The hosts that a document references: layers, tiles, styles, symbols and pictures.
 *
 * @param document JSON of the web map specification, or of a style
 */
export function hostsOf(document: unknown): string[] {
  const found = new Set<string>();
  const add = (host: string) => {
    if (found.size < maxNamed) found.add(host);
  };
  const addHostOf = (address: string) => {
    const host = hostOf(address);
    if (!host) return;
    add(host);
    // Browsers upgrade http of a policy to https, but on the same port.
    const secure = hostOf(secureService(address, 'https:', undefined));
    if (secure && !covers(host, secure)) add(secure);
    if (esriBasemaps.test(secure ?? host)) add(esriCredits);
  };
  const visit = (value: unknown, name: string) => {
    if (typeof value === 'string') {
      const ofKind = name === 'type' || name === 'layerType' ? hostsOfKinds.get(value) : undefined;
      if (ofKind) add(ofKind);
      else if (loaded.test(name)) addHostOf(value);
      else if (value.includes('<'))
        for (const [, address = ''] of value.matchAll(picture)) addHostOf(address);
    } else if (Array.isArray(value)) for (const each of value) visit(each, name);
    else if (typeof value === 'object' && value !== null)
      for (const [part, each] of Object.entries(value)) if (!notLoaded.has(part)) visit(each, part);
  };
  visit(document, '');
  return [...found];
}

/**
 * The host of a URL. One with a placeholder, such as `https://{subDomain}.tiles.example/{level}`, represents all hosts
 * below the name.
 */
export function hostOf(address: string): string | undefined {
  const [, scheme, authority] = /^(https?:)?\/\/(?:[^/?#@]*@)?([^/?#]+)/i.exec(address) ?? [];
  if (authority === undefined || authority.length > maxHostCharacters) return undefined;
  const filled = authority.replace(/^[^.{]*\{[^.}]*\}[^.]*\./, '*.');
  const wildcard = filled.startsWith('*.');
  const plain = `${scheme ?? 'https:'}//${wildcard ? filled.slice(2) : filled}`;
  if (!URL.canParse(plain)) return undefined;
  const { origin } = new URL(plain);
  const host = wildcard ? origin.replace('//', '//*.') : origin;
  return isHostSource(host) ? host : undefined;
}

/** Those of `hosts` that none of `allowed` covers. */
export function hostsOutside(allowed: readonly string[], hosts: readonly string[]): string[] {
  return hosts.filter((host) => !allowed.some((one) => covers(one, host)));
}

/** Whether a policy with this source allows that host: the same, one below a wildcard, or one upgraded to https. */
function covers(allowed: string, host: string): boolean {
  const upgraded = allowed.replace(/^http:/, 'https:');
  if (allowed === host || upgraded === host) return true;
  const [start, name] = upgraded.split('*');
  const secure = allowed.startsWith('http:') ? host.replace(/^http:/, 'https:') : host;
  return name !== undefined && secure.startsWith(start ?? '') && secure.endsWith(name);
}

/** Cookie with the hosts that a browser adds to the policy of an organisation's pages; the server seals it, and no script reads it. */
export const hostsCookie = 'mapping-hosts';

/** The hosts of a list; anything else is ignored. */
export function parseHosts(value: string): string[] {
  return value.slice(0, maxListCharacters).split(separator).filter(isHostSource);
}

/** A list of these hosts, the newest first; the oldest are dropped if it is too long for a cookie. */
export function printHosts(hosts: readonly string[]): string {
  let value = '';
  for (const host of new Set(hosts.filter(isHostSource))) {
    const longer = value ? value + separator + host : host;
    if (longer.length > maxListCharacters) break;
    value = longer;
  }
  return value;
}
