import { addressOf, decodePart, type PageRequest, pathOf } from '../../platform/http/page-request.ts';
import type { PageLink } from '../../platform/http/html-page.ts';

const root = /^\/portal(?:\/(?!sharing(?:\/|$))[^/]+)?\/sharing(?:\/rest)?/;

/** The REST root of a request, such as `/portal/city/sharing/rest`. */
export function rootOf(request: PageRequest): string {
  return root.exec(pathOf(request))?.[0] ?? '/portal/sharing/rest';
}

/** The row of the portal's table that answered, such as `/content/items/:id`. */
export function rowOf({ routeOptions }: PageRequest): string {
  return (routeOptions.url ?? '').replace(root, '') || '/';
}

/** The page of a path below the root; its parts are encoded. */
export function pageOf(request: PageRequest, ...parts: string[]): string {
  return addressOf([rootOf(request), ...parts.map(encodeURIComponent)].join('/'));
}

/** Paths below the root that have pages of their own. */
const known = [
  /^$/,
  /^\/portals\/[^/]+$/,
  /^\/content\/items\/[^/]+$/,
  /^\/content\/users\/[^/]+(\/[^/]+)?$/,
  /^\/content\/users\/[^/]+(\/[^/]+)?\/items\/[^/]+$/,
  /^\/content\/groups\/[^/]+$/,
  /^\/community\/(users|groups)(\/[^/]+)?$/,
];

/** The pages above this one. */
export function crumbsOf(request: PageRequest): PageLink[] {
  const base = rootOf(request);
  const parts = pathOf(request)
    .slice(base.length)
    .split('/')
    .filter((part) => part !== '');
  const above = parts.map((_part, index) => parts.slice(0, index));
  return above
    .filter((each) => known.some((pattern) => pattern.test(each.map((part) => `/${part}`).join(''))))
    .map((each) => ({
      href: addressOf([base, ...each].join('/')),
      text: each.length === 0 ? 'Portal' : decodePart(each.at(-1) ?? ''),
    }));
}
