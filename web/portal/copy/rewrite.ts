/** The copies at the target portal, by their sources. */
export interface Replacements {
  /** Item ids. */
  ids: ReadonlyMap<string, string>;
  /** Roots of services (`serviceRoot`) and the URLs of their copies, without a trailing slash. */
  services: ReadonlyMap<string, string>;
  /** The portals' URLs, in links to copied items. */
  portals: { from: string; to: string };
}

const services =
  /https?:\/\/[^\s"'<>?#]{1,2000}?\/(?:Feature|Map|Image|Scene|VectorTile)Server(?=[/?#\s"'<>&]|$)/gi;
const links = /https?:\/\/[^\s"'<>]+/gi;
const ids = /(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/gi;

/** A service's URL as a key: without protocol, layer and query, in lower case. Undefined for other URLs. */
export function serviceRoot(url: string): string | undefined {
  const [found] = url.match(services) ?? [];
  return found?.replace(/^https?:\/\//i, '').toLowerCase();
}

/** The item ids and service roots that a document mentions. */
export function mentionedIn(document: unknown): { ids: Set<string>; services: Set<string> } {
  const found = { ids: new Set<string>(), services: new Set<string>() };
  visit(document, (text) => {
    for (const [id] of text.matchAll(ids)) found.ids.add(id.toLowerCase());
    for (const [url] of text.matchAll(services)) {
      const root = serviceRoot(url);
      if (root) found.services.add(root);
    }
    return text;
  });
  return found;
}

/**
 * A document with the ids and URLs of copied items replaced, wherever they are in its texts: layers, links in popups,
 * bookmarks, widgets. Everything else stays as it is.
 */
export function rewriteDocument(document: unknown, replacements: Replacements): unknown {
  return visit(document, (text) => rewriteText(text, replacements));
}

export function rewriteText(text: string, { ids: items, services: copies, portals }: Replacements): string {
  const from = portals.from.toLowerCase();
  return text
    .replaceAll(services, (url) => copies.get(serviceRoot(url) ?? '') ?? url)
    .replaceAll(links, (link) => {
      const own = link.toLowerCase().startsWith(`${from}/`);
      const copied = [...link.matchAll(ids)].some(([id]) => items.has(id.toLowerCase()));
      return own && copied ? portals.to + link.slice(from.length) : link;
    })
    .replaceAll(ids, (id) => items.get(id.toLowerCase()) ?? id);
}

function visit(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => visit(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, visit(each, change)]));
}
