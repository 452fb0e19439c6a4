import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { PublicConfig } from '../../wire/app-config.ts';
import { audienceIn } from '../../wire/map-audience.ts';
import { type FirstView, firstViewOf, parsePicturePlace, showsView } from '../../wire/map-picture.ts';
import type { ShellPicture } from '../platform/http/draw-shell.ts';
import { embeddedRoot } from './first-cards.ts';
import type { PageExtras } from './page-extras.ts';

/** Milliseconds that a page waits for its picture, which is optional. */
const timeout = 150;

/** Maps whose first view is cached. */
const remembered = 1000;

/** The largest document in bytes that is read for a picture. */
const largest = 1_000_000;

const item = z.object({
  access: z.literal('public'),
  modified: z.number(),
  type: z.literal('Web Map'),
  thumbnail: z.string(),
});

/** Portals send errors with status 200, too. */
const failure = z.object({ error: z.object({ code: z.number() }) });

/**
 * The picture of a public web map's first view, which its page shows until the map is drawn. The embedded portal answers
 * as it does to visitors, so a map that is no longer public has none. Another portal is not requested.
 */
export function createFirstPicture(
  app: FastifyInstance,
  publicUrl: string,
  { ifThereIsRoom }: Pick<PageExtras, 'ifThereIsRoom'>,
) {
  const views = new Map<string, FirstView | undefined>();

  async function ask(root: string, id: string): Promise<ShellPicture | undefined> {
    const address = `${root}/content/items/${encodeURIComponent(id)}`;
    const found = item.safeParse((await app.inject({ url: `${address}?f=json` })).json());
    const place = parsePicturePlace(found.data?.thumbnail);
    if (!found.success || !place) return undefined;
    const { modified, thumbnail } = found.data;
    const view = await viewOf(address, modified);
    if (!view || !showsView(place, view)) return undefined;
    return { address: `${address}/info/${encodeURI(thumbnail)}`, place, view };
  }

  async function viewOf(address: string, modified: number): Promise<FirstView | undefined> {
    const key = `${address} ${modified}`;
    if (views.has(key)) return views.get(key);
    // The page is not a view of the map: its document is requested again when the map opens.
    const headers = { 'sec-purpose': 'prefetch' };
    const { body, statusCode } = await app.inject({ url: `${address}/data?f=json`, headers });
    const document: unknown = body.length <= largest ? JSON.parse(body) : undefined;
    // A portal that is busy now is not so at the next visit.
    if (statusCode !== 200 || failure.safeParse(document).success) return undefined;
    // Without a panel beside it, the map's frame has another size.
    const view = audienceIn(document)?.panel === 'none' ? undefined : firstViewOf(document);
    views.set(key, view);
    const [oldest] = views.keys();
    if (views.size > remembered && oldest !== undefined) views.delete(oldest);
    return view;
  }

  return async (config: PublicConfig, id: string): Promise<ShellPicture | undefined> => {
    const root = embeddedRoot(publicUrl, config.portal.url);
    if (root === undefined) return undefined;
    // Asked every time: a map that is no longer public has no picture from then on.
    const found = await Promise.race([
      ifThereIsRoom(() => ask(root, id)),
      wait(timeout, undefined, { ref: false }),
    ]);
    return found?.answer;
  };
}
