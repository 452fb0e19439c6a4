import type { FastifyRequest } from 'fastify';
import { withoutFinalSlash } from '../../../wire/trim-end.ts';
import type { PageLink } from './html-page.ts';
import { readParameters } from './query-parameters.ts';

/** The part of a request that its page needs. */
export type PageRequest = Pick<FastifyRequest, 'url' | 'routeOptions'>;

/** The path of a request without its parameters. */
export function pathOf({ url }: Pick<FastifyRequest, 'url'>): string {
  return withoutFinalSlash(url.split('?')[0] ?? '');
}

/** The parameters as they were sent, before defaults were added. */
export function parametersOf({ url }: PageRequest): Map<string, string> {
  const query = url.indexOf('?');
  return readParameters(Object.fromEntries(new URLSearchParams(query < 0 ? '' : url.slice(query + 1))));
}

/** Parameters for a link. */
export function withoutToken(given: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries([...given].filter(([name]) => name !== 'token'));
}

/** An address as a page. Links contain no token: browsers keep and pass on addresses. */
export function addressOf(path: string, more: Record<string, string> = {}): string {
  return `${path}?${new URLSearchParams({ f: 'html', ...more }).toString()}`;
}

/** This request in other formats. */
export function formatsOf(request: PageRequest): PageLink[] {
  const given = withoutToken(parametersOf(request));
  return (['json', 'pjson'] as const).map((f) => ({
    href: `${pathOf(request)}?${new URLSearchParams({ ...given, f }).toString()}`,
    text: f === 'json' ? 'JSON' : 'JSON, indented',
  }));
}

/** A part of a path; a malformed one as it is. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * The value of a cookie that a browser sends once, as this server writes its own. A page on another port of the host, or on a
 * neighbouring host of the domain, can set a second one, and a longer path puts it first: with more than one of a name none is
 * believed, not even a sealed one, which may be that of the attacker's own browser.
 * @param header the `Cookie` header
 */
export function onlyCookie(header: string | undefined, name: string): string | undefined {
  const prefix = `${name}=`;
  const [value, ...others] = (header ?? '').split(/;\s*/).filter((each) => each.startsWith(prefix));
  return value === undefined || others.length > 0 ? undefined : value.slice(prefix.length);
}
