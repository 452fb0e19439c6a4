import { gunzipSync } from 'node:zlib';
import { problemsOf } from '../../wire/map-check.ts';
import type { Database } from '../database/connect.ts';
import { limits } from '../limits.ts';
import { findData, readParts } from '../portal/content/item-data/data-store.ts';
import type { AskOptions } from './ask-address.ts';
import { askAddress } from './ask-address.ts';
import { checkLayer } from './check-layer.ts';
import { createHostManners } from './host-manners.ts';
import { type DocumentLayer, layersOf } from './layers-of.ts';
import { claimDueMaps, type DueMap, saveMapCheck } from './map-check-store.ts';

export interface DoctorOptions extends AskOptions {
  database: Database;
  /** Origin people see: where `/portal` and `/server` of this installation are. */
  publicUrl: string;
  /** Where this server listens, asked instead of `publicUrl`: a proxy may stand in between. */
  ownUrl: string;
  now: () => number;
}

/**
 * Checks the web maps of the embedded portal that are due, and keeps what was found, never any of a layer's data.
 * @returns how many were checked
 */
export async function checkDueMaps(options: DoctorOptions): Promise<number> {
  const now = options.now();
  const maps = await claimDueMaps(options.database, {
    now,
    before: now - limits.mapCheckHours * 3_600_000,
    until: now + limits.mapCheckClaimMilliseconds,
    most: limits.mapChecksPerRound,
  });
  const manners = createHostManners();
  const ask = (address: string) => manners(new URL(address).host, () => askAddress(address, options));
  for (const map of maps) {
    if (options.signal?.aborted) return 0;
    await checkMap(map, options, ask);
  }
  return maps.length;
}

async function checkMap(
  map: DueMap,
  options: DoctorOptions,
  ask: (address: string) => ReturnType<typeof askAddress>,
): Promise<void> {
  const document = await readDocument(options.database, map.id);
  const address = (layer: DocumentLayer) => addressOf(layer, options);
  const layers = await Promise.all(
    // A map whose document cannot be read has one thing wrong with it: itself.
    document === undefined
      ? [Promise.resolve({ title: '', state: 'dead' as const })]
      : layersOf(document).map((layer) => checkLayer(layer, ask, address)),
  );
  const attention = problemsOf(layers, map.access === 'public').length > 0;
  await saveMapCheck(options.database, map, { layers, attention, checkedAt: options.now() });
}

/** The address to ask for a layer. Our own services are asked where we listen. */
function addressOf({ url, itemId }: DocumentLayer, { publicUrl, ownUrl }: DoctorOptions): string | undefined {
  if (!url) return itemId ? `${ownUrl}/portal/sharing/rest/content/items/${itemId}?f=json` : undefined;
  if (!URL.canParse(url, publicUrl)) return undefined;
  const absolute = new URL(url, publicUrl);
  if (absolute.origin !== new URL(publicUrl).origin) return absolute.href;
  // Of data kept in the portal the item is asked: whether it may be seen is said there, without its bytes.
  const item = /^\/portal\/sharing\/rest(\/content\/items\/[^/]+)\/data$/.exec(absolute.pathname)?.[1];
  if (item) return `${ownUrl}/portal/sharing/rest${item}?f=json`;
  return new URL(absolute.pathname + absolute.search, ownUrl).href;
}

async function readDocument(database: Database, itemId: string): Promise<unknown> {
  const rows = await findData(database, itemId);
  const row =
    rows.find(({ encoding }) => encoding === 'gzip') ?? rows.find(({ encoding }) => encoding === 'identity');
  if (!row || row.size > limits.itemTextBytes) return rows.length === 0 ? {} : undefined;
  const parts: Uint8Array[] = [];
  for await (const part of readParts(database, row)) parts.push(part);
  try {
    const bytes = Buffer.concat(parts);
    const most = { maxOutputLength: limits.itemTextBytes };
    return JSON.parse(
      (row.encoding === 'gzip' ? gunzipSync(bytes, most) : bytes).toString('utf8'),
    ) as unknown;
  } catch {
    return undefined;
  }
}
