import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { problemsOf } from '../../../wire/map-check.ts';
import { limits } from '../../limits.ts';
import { findData, readParts } from '../../portal/content/item-data/data-store.ts';
import type { DocumentLayer } from '../../platform/documents/read-map.ts';
import { checkLayers, stateOf } from './check-layer.ts';
import { checkRound, type DoctorOptions, isTemporary, type LimitedFetch } from './check-round.ts';
import { layerAddresses } from './layers-of.ts';
import {
  claimDueMaps,
  type DueMap,
  type HostedAddress,
  ownerSeesService,
  saveMapCheck,
  saveUnchecked,
} from './map-check-store.ts';

/**
 * Checks the web maps of the embedded portal that are due, and stores the results, never any of a layer's
 * data.
 * @returns the number of checked maps
 */
export function checkDueMaps(options: DoctorOptions): Promise<number> {
  return checkRound(
    options,
    claimDueMaps,
    (map, ask) => checkMap(map, options, ask),
    (map) => saveUnchecked(options.database, map, options.now()),
  );
}

async function checkMap(map: DueMap, options: DoctorOptions, ask: LimitedFetch): Promise<void> {
  // A busy server or a lost database reveals nothing about the map: its claim expires, and it is checked again.
  const found = await readLayers(options, map.id).catch((error: unknown) => {
    if (isTemporary(error)) return 'later' as const;
    throw error;
  });
  if (found === 'later') return;
  const address = layerAddresses({ ...options, portal: `${options.publicUrl}/portal` });
  const layers = await checkLayers(found, askForOwner(map, options, ask), address);
  // What was cut off is no result.
  if (options.signal?.aborted) return;
  const problems = problemsOf(layers, map.access === 'public');
  await saveMapCheck(options.database, map, {
    layers,
    attention: problems.length > 0,
    // A host that is slow today may be fast tomorrow: the mark in the gallery is enough.
    lasting: problems.filter((problem) => problem !== 'slow'),
    checkedAt: options.now(),
  });
}

/**
 * Services of this server do not reveal their existence to callers without access. The map's owner may know:
 * a service of their organisation visible to them needs a sign-in, any other one is missing.
 */
function askForOwner(map: DueMap, { database, ownUrl }: DoctorOptions, ask: LimitedFetch): LimitedFetch {
  return async (address, max) => {
    const response = await ask(address, max);
    const service = hostedAt(address, ownUrl);
    if (service === undefined || stateOf(response) !== 'sign-in') return response;
    return (await ownerSeesService(database, map.id, service))
      ? response
      : { ...response, status: 404, body: new Uint8Array() };
  };
}

/**
 * The service of this server in an address, such as `Roads` of `city` in
 * `/server/city/rest/services/Roads/FeatureServer/0`.
 */
function hostedAt(address: string, ownUrl: string): HostedAddress | undefined {
  const { origin, pathname } = new URL(address);
  if (origin !== new URL(ownUrl).origin) return undefined;
  const [, urlKey, name] =
    /^\/server(?:\/([^/]+))?\/rest\/services\/([^/]+)\/(?:Feature|VectorTile)Server/.exec(pathname) ?? [];
  return name === undefined ? undefined : { urlKey, name };
}

const unzip = promisify(gunzip);

/** The layers of a map; undefined when its document is damaged. */
async function readLayers(
  { database, documents }: Pick<DoctorOptions, 'database' | 'documents'>,
  itemId: string,
): Promise<DocumentLayer[] | undefined> {
  const rows = await findData(database, itemId);
  const row =
    rows.find(({ encoding }) => encoding === 'gzip') ?? rows.find(({ encoding }) => encoding === 'identity');
  if (!row || row.size > limits.itemTextBytes) return rows.length === 0 ? [] : undefined;
  const parts: Uint8Array[] = [];
  for await (const part of readParts(database, row)) parts.push(part);
  const bytes = Buffer.concat(parts);
  const max = { maxOutputLength: limits.itemTextBytes };
  const document = row.encoding === 'gzip' ? await unzip(bytes, max).catch(() => undefined) : bytes;
  return document && documents.readMapLayers(document);
}
