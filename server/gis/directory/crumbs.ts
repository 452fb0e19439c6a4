import type { PageLink } from '../../platform/http/html-page.ts';
import { addressOf, decodePart, type PageRequest, pathOf } from '../../platform/http/page-request.ts';

/** The pages above this one, from the list of services down. */
export function crumbsOf(request: PageRequest): PageLink[] {
  const path = pathOf(request);
  const root = /^.*?\/rest\/services/i.exec(path)?.[0] ?? path;
  const parts = path
    .slice(root.length)
    .split('/')
    .filter((part) => part !== '');
  const isType = (part: string | undefined) => part?.endsWith('Server') ?? false;
  const crumbs = parts.map((part, index) => ({
    href: addressOf(`${root}/${parts.slice(0, index + 1).join('/')}`),
    text: isType(part) ? `${decodePart(parts[index - 1] ?? '')} (${part})` : decodePart(part),
  }));
  // A service's name without its type is not an address.
  const known = crumbs.filter((_crumb, index) => !isType(parts[index + 1]));
  const all = [{ href: addressOf(root), text: 'Services' }, ...known];
  return all.slice(0, -1);
}

/** The service's name. */
export function serviceNameOf(request: PageRequest): string {
  return decodePart(/\/rest\/services\/(.+)\/[A-Za-z]+Server/i.exec(pathOf(request))?.[1] ?? '');
}
