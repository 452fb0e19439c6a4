import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { PublicConfig } from '../../wire/app-config.ts';
import { embeddedPath } from '../../wire/portal-address.ts';
import { withoutFinalSlash } from '../../wire/trim-end.ts';
import { allOf, anyOf, quoted, webMapsOnly } from '../../wire/search-text.ts';
import type { ShellCard } from '../platform/http/draw-shell.ts';

/** Cards that a screen shows before it is scrolled. */
const shown = 8;

/** Milliseconds for which cards are cached; an item that is no longer public disappears after that. */
const fresh = 10_000;

/** Milliseconds that a page waits for the cards, which are optional. */
const timeout = 250;

/** Organisations whose cards are cached. */
const remembered = 1000;

const page = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      title: z.string().nullish(),
      properties: z.unknown(),
      access: z.string(),
      thumbnail: z.string().nullish(),
    }),
  ),
});

/**
 * The first cards of an organisation's gallery as visitors see them. The embedded portal answers the same search as it
 * does for the page of a visitor, so its own access rules decide; another portal is not requested.
 */
export function createFirstCards(app: FastifyInstance, publicUrl: string) {
  const known = new Map<string, { until: number; cards: Promise<ShellCard[]> }>();
  return (organisation: string, config: PublicConfig): Promise<ShellCard[]> => {
    const found = known.get(organisation);
    if (found && found.until > Date.now()) return inTime(found.cards);
    const cards = searchCards(app, publicUrl, organisation, config).catch(() => []);
    known.delete(organisation);
    known.set(organisation, { until: Date.now() + fresh, cards });
    const [oldest] = known.keys();
    if (known.size > remembered && oldest !== undefined) known.delete(oldest);
    return inTime(cards);
  };
}

function inTime(cards: Promise<ShellCard[]>): Promise<ShellCard[]> {
  return Promise.race([cards, wait(timeout, [], { ref: false })]);
}

/** The path of the embedded portal's operations; undefined for another portal. */
export function embeddedRoot(publicUrl: string, portalUrl: string): string | undefined {
  const address = new URL(portalUrl, publicUrl);
  if (embeddedPath(address.href, [new URL(publicUrl).host]) === undefined) return undefined;
  return `${withoutFinalSlash(address.pathname)}/sharing/rest`;
}

async function searchCards(
  app: FastifyInstance,
  publicUrl: string,
  organisation: string,
  { portal, gallery }: PublicConfig,
): Promise<ShellCard[]> {
  const root = embeddedRoot(publicUrl, portal.url);
  if (root === undefined) return [];
  const query = {
    f: 'json',
    // As web/features/content/gallery/portal-search.ts.
    q: allOf(webMapsOnly, gallery.query, anyOf(...gallery.groups.map((id) => `group:${quoted(id)}`))),
    sortField: 'modified',
    sortOrder: 'desc',
    num: String(shown),
  };
  const response = await app.inject({ url: `${root}/search?${new URLSearchParams(query).toString()}` });
  const { results } = page.parse(response.json());
  return results
    .filter(({ access }) => access === 'public')
    .map(({ id, title, properties, thumbnail }) => ({
      title: title ?? '',
      properties,
      path: `/${organisation}/map/wid/${encodeURIComponent(id)}`,
      ...(thumbnail && {
        thumbnail: `${root}/content/items/${id}/info/${encodeURI(thumbnail)}?w=400`,
      }),
    }));
}
