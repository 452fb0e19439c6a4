import type { FastifyInstance } from 'fastify';
import { html, type Html } from '../../platform/http/html.ts';
import { type HtmlPage, linkList, type PageLink, rowsTable } from '../../platform/http/html-page.ts';
import { jsonFacts, shown } from '../../platform/http/json-facts.ts';
import { respondWithPages, errorPage } from '../../platform/http/responses/page-responses.ts';
import { decodePart, type PageRequest, pathOf } from '../../platform/http/page-request.ts';
import { crumbsOf, pageOf, rowOf } from './portal-address.ts';
import { isSearch, nextPage, searchForm } from './search-page.ts';

type Json = Record<string, unknown>;
type Content = Pick<HtmlPage, 'title' | 'main'>;

/** Files, and what answers programs or with pages of its own. */
const raw = /\/oauth2\/|\/generateToken$|\/data$|\/\*$/;
const everything: Record<string, string> = { q: '*' };

/**
 * Pages of the sharing API for people: what responds with JSON is shown as HTML when `f=html` asks for it, or a browser without `f`.
 * Links contain no token.
 */
export function portalDirectory(app: FastifyInstance): void {
  respondWithPages(app, {
    hasPages: (url) => url.startsWith('/portal') && !raw.test(url),
    // A search for nothing shows everything that the caller may see.
    defaults: (url, given) => (isSearch(url) && !given.has('q') ? everything : {}),
    page: (request, json) => ({ crumbs: crumbsOf(request), ...contentOf(request, json) }),
    crumbs: crumbsOf,
  });
}

function contentOf(request: PageRequest, json: Json): Content {
  const row = rowOf(request);
  if ('error' in json) return withForm(request, row, errorPage(json));
  const list = (['results', 'items', 'relatedItems', 'list'] as const).find((name) =>
    Array.isArray(json[name]),
  );
  const title = titleOf(request, row, json);
  const links = linksOf(request, row, json);
  const main: Html[] = [
    ...(links.length > 0 ? [linkList(links)] : []),
    ...(list === undefined ? [html`<h2>About</h2>`, jsonFacts(json)] : listPage(request, json, list)),
  ];
  return withForm(request, row, { title, main });
}

function withForm(request: PageRequest, row: string, { title, main }: Content): Content {
  if (!isSearch(row)) return { title, main };
  return { title, main: [...(Array.isArray(main) ? (main as Html[]) : [main as Html]), searchForm(request)] };
}

const titles: Readonly<Record<string, string>> = {
  '/': 'Portal',
  '/search': 'Search',
  '/community/groups': 'Groups',
  '/community/users': 'Users',
};

function titleOf(request: PageRequest, row: string, json: Json): string {
  const known =
    titles[row] ?? json['title'] ?? json['fullName'] ?? (row === '/portals/:portal' && json['name']);
  return shown(known || decodePart(pathOf(request).split('/').at(-1) ?? ''));
}

/** Where to go from a resource. */
function linksOf(request: PageRequest, row: string, json: Json): PageLink[] {
  const to = (text: string, ...parts: string[]) => ({ text, href: pageOf(request, ...parts) });
  const id = shown(json['id']);
  if (row === '/')
    return [
      to('Organisation', 'portals', 'self'),
      to('Items', 'search'),
      to('Groups', 'community', 'groups'),
      to('Users', 'community', 'users'),
      to('Own account', 'community', 'self'),
      to('Token service', 'info'),
    ];
  if (row === '/portals/:portal')
    return ['users', 'roles', 'servers', 'urls', 'settings', 'categorySchema', 'subscriptionInfo'].map(
      (part) => to(part, 'portals', 'self', part),
    );
  if (row === '/content/items/:id')
    return [
      ...(['data', 'resources', 'groups', 'comments', 'dependencies', 'rating'] as const).map((part) =>
        to(part, 'content', 'items', id, part),
      ),
      to(`Owner: ${shown(json['owner'])}`, 'community', 'users', shown(json['owner'])),
    ];
  if (row === '/community/users/:user' || row === '/community/self') {
    const username = shown(json['username']);
    return [
      to('Content', 'content', 'users', username),
      ...(['tags', 'notifications', 'invitations', 'properties'] as const).map((part) =>
        to(part, 'community', 'users', username, part),
      ),
      ...groupsOf(json).map(({ id: group, title }) => to(`Group: ${title}`, 'community', 'groups', group)),
    ];
  }
  if (row === '/community/groups/:id')
    return [
      to('Content', 'content', 'groups', id),
      to('Users', 'community', 'groups', id, 'users'),
      to(`Owner: ${shown(json['owner'])}`, 'community', 'users', shown(json['owner'])),
    ];
  if (row === '/content/users/:user') {
    const username = shown(json['username']);
    const folders = (json['folders'] ?? []) as { id: string; title: string }[];
    return folders.map((folder) => to(`Folder: ${folder.title}`, 'content', 'users', username, folder.id));
  }
  return [];
}

function groupsOf(json: Json): { id: string; title: string }[] {
  return Array.isArray(json['groups']) ? (json['groups'] as { id: string; title: string }[]) : [];
}

/** A list of items, groups or users, each with a link to its own page. */
function listPage(request: PageRequest, json: Json, list: string): Html[] {
  const rows = (json[list] as Json[]).map((each) => entryOf(request, each));
  const next = nextPage(request, json);
  const total = json['total'];
  return [
    ...(typeof total === 'number' ? [html`<p class="quiet">${total} in all</p>`] : []),
    rows.length > 0
      ? rowsTable(['Title', 'Type', 'Owner', 'Access'], rows)
      : html`<p class="quiet">There is nothing here, or nothing that you may see.</p>`,
    ...(next ? [linkList([next])] : []),
  ];
}

function entryOf(request: PageRequest, entry: Json): (string | Html)[] {
  const username = entry['username'];
  const isItem = typeof entry['type'] === 'string' && username === undefined;
  const path = isItem
    ? ['content', 'items', shown(entry['id'])]
    : username === undefined
      ? ['community', 'groups', shown(entry['id'])]
      : ['community', 'users', shown(username)];
  const title = shown(entry['title'] || entry['fullName'] || username || entry['id']);
  return [
    html`<a href="${pageOf(request, ...path)}">${title}</a>`,
    isItem ? shown(entry['type']) : username === undefined ? 'Group' : 'User',
    shown(entry['owner'] ?? username),
    shown(entry['access']),
  ];
}
