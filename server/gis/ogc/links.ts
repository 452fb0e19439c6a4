import type { ServiceCall } from '../feature-server/context.ts';

/** A link of a resource (RFC 8288). */
export interface Link {
  href: string;
  rel: string;
  type: string;
  title?: string;
  /** Whether the address contains variables. */
  templated?: boolean;
}

export const mediaTypes = {
  json: 'application/json',
  geojson: 'application/geo+json',
  mergePatch: 'application/merge-patch+json',
  html: 'text/html',
  schema: 'application/schema+json',
  mvt: 'application/vnd.mapbox-vector-tile',
  tilejson: 'application/vnd.mapbox.tile+json',
  openapi: 'application/vnd.oai.openapi+json;version=3.0',
} as const;

/** Relations that the OGC has registered. */
export const relations = 'http://www.opengis.net/def/rel/ogc/1.0';

type Addressed = Pick<ServiceCall, 'context' | 'request'>;

/** The address of the service's landing page: the one it was requested at. */
export function rootOf({ context, request }: Addressed): string {
  const [path = ''] = request.url.split('?');
  const [root = ''] = /^\/server\/(?:[^/]+\/)??ogc\/[^/]+/.exec(path) ?? [];
  return `${context.publicUrl}${root}`;
}

/**
 * The address of this request with other parameters, whose names have any letter case. It never has the token: responses are
 * stored, logged and passed on. Clients send theirs with each request, by header or parameter.
 */
export function sameRequest({ context, request }: Addressed, changes: Record<string, string>): string {
  const url = new URL(request.url, context.publicUrl);
  // A copy, because deleting changes the list.
  for (const name of new Set(url.searchParams.keys()))
    if (name.toLowerCase() === 'token' || Object.hasOwn(changes, name.toLowerCase()))
      url.searchParams.delete(name);
  for (const [name, value] of Object.entries(changes)) url.searchParams.set(name, value);
  return `${context.publicUrl}${url.pathname}${url.search}`;
}

/** The links of a resource to itself and to its other representation. */
export function selfLinks(call: Addressed, isHtml: boolean, type: string): Link[] {
  const json = { href: sameRequest(call, { f: 'json' }), type, title: 'JSON' };
  const html = { href: sameRequest(call, { f: 'html' }), type: mediaTypes.html, title: 'HTML' };
  return isHtml
    ? [
        { rel: 'self', ...html },
        { rel: 'alternate', ...json },
      ]
    : [
        { rel: 'self', ...json },
        { rel: 'alternate', ...html },
      ];
}

/** The address of a page below the landing page. */
export function pageAddress(call: Addressed, path: string): string {
  return `${rootOf(call)}${path}?f=html`;
}
