import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { PublicConfig } from '../../wire/app-config.ts';
import { audienceIn } from '../../wire/map-audience.ts';
import { type FirstView, firstViewOf, parsePicturePlace, showsView } from '../../wire/map-picture.ts';
import type { ShellPicture } from '../platform/http/draw-shell.ts';
import { hasMoreValues, parseJson } from '../platform/safety/json-shape.ts';
import { embeddedRoot } from './first-cards.ts';
import type { PageExtras } from './page-extras.ts';

/** Milliseconds that a page waits for its picture, which is optional. */
const timeout = 150;

/** Maps whose first view is cached. */
const remembered = 1000;

/** The largest document that is read for a picture, in bytes, and its values: reading more would take the event loop 20 ms. */
const largest = 1_000_000;
const mostValues = 20_000;

const item = z.object({
  access: z.literal('public'),
  modified: z.number(),
  type: z.literal('Web Map'),
  thumbnail: z.string(),
});

/**
 * The picture of a public web map's first view, which its page shows until the map is drawn. The embedded portal answers
 * as it does to visitors, so a map that is no longer public has none. Another portal is not requested.
 */
export function createFirstPicture(
  app: FastifyInstance,
  publicUrl: string,
  { ifThereIsRoom }: Pick<PageExtras, 'ifThereIsRoom'>,
) {
  const views = new Map<string, Promise<FirstView | undefined>>();

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

  /** Of each version of a document it is found once, whatever the result: equal requests wait for the same. */
  function viewOf(address: string, modified: number): Promise<FirstView | undefined> {
    const key = `${address} ${modified}`;
    const known = views.get(key);
    if (known) return known;
    const view = readDocument(app, `${address}/data?f=json`).then((read) => {
      // A portal that is busy now is not so at the next visit.
      if (read === 'refused') views.delete(key);
      return read === 'refused' || read === 'too large' ? undefined : viewIn(read);
    });
    view.catch(() => views.delete(key));
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

/** The text of a document; no more of it is held than may be read. */
async function readDocument(app: FastifyInstance, url: string): Promise<string | 'refused' | 'too large'> {
  // The page is not a view of the map: its document is requested again when the map opens.
  const headers = { 'sec-purpose': 'prefetch' };
  const response = await app.inject({ url, headers, payloadAsStream: true });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response.stream() as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largest) return 'too large';
    chunks.push(chunk);
  }
  // Errors are sent with status 200, too, but only data has a version. What is inside cannot tell: anyone may write it.
  return response.statusCode === 200 && response.headers['etag']
    ? Buffer.concat(chunks).toString()
    : 'refused';
}

/** Without a panel beside it, the map's frame has another size. */
function viewIn(text: string): FirstView | undefined {
  if (hasMoreValues(text, mostValues)) return undefined;
  let document: unknown;
  try {
    document = parseJson(text);
  } catch {
    return undefined;
  }
  return audienceIn(document)?.panel === 'none' ? undefined : firstViewOf(document);
}
