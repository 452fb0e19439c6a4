import { z } from 'zod';
import { limits } from '../limits.ts';
import type { LimitedFetch } from './limited-fetch.ts';

/** A web map as its portal shows it to everyone. */
export interface PublicMap {
  owner: string;
  /** Undefined: it cannot be read. */
  document: unknown;
}

const itemSchema = z.object({
  type: z.literal('Web Map'),
  access: z.literal('public'),
  owner: z.string().max(250),
});

/**
 * Reads a web map from its portal without a token, so it can only be one that everyone may see.
 * @returns undefined when the portal does not show it, or it is no web map
 * @throws ForbiddenAddress; any error of the network; Error when the portal itself fails
 */
export async function readPublicMap(
  portal: string,
  itemId: string,
  ask: LimitedFetch,
): Promise<PublicMap | undefined> {
  const address = `${portal}/sharing/rest/content/items/${encodeURIComponent(itemId)}`;
  // An item's description may be long.
  const item = await ask(`${address}?f=json`, limits.itemTextBytes);
  if (item.status >= 500 || item.status === 429) throw new Error(`The portal answered ${item.status}`);
  const { data } = itemSchema.safeParse(parse(item.body));
  if (!data) return undefined;
  const text = await ask(`${address}/data?f=json`, limits.itemTextBytes);
  if (text.status >= 500 || text.status === 429) throw new Error(`The portal answered ${text.status}`);
  const document = text.body.trim() === '' ? {} : parse(text.body);
  const failed = typeof document === 'object' && document !== null && 'error' in document;
  return { owner: data.owner, document: failed ? undefined : document };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
