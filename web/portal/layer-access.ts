import { MappingError } from '../../wire/errors.ts';
import { secureService } from '../../wire/portal-address.ts';
import { groupsOfItem } from './change-items.ts';
import { loadItem } from './item-details.ts';
import type { PortalConnection } from './portal-connection.ts';
import { needsSignIn } from './portal-error.ts';
import type { PortalGroup, PortalItem } from './portal-types.ts';
import { anonymously } from './service-request.ts';

/** Who can see a layer: everyone, users who can sign in to its item or service, or no one. */
export type LayerAccess = 'everybody' | 'sign-in' | 'unreachable' | 'gone';

/** Where a layer of a map comes from; without either it is stored in the map itself. */
export interface LayerSource {
  /** The portal item whose sharing applies. */
  itemId: string | undefined;
  /** URL of the service or file. */
  url: string | undefined;
}

/**
 * Requests a layer anonymously: its portal item and its service. A layer stored in the map itself is visible to
 * everyone. A portal may ask visitors to sign in to an item that does not exist: members learn that it does not.
 */
export function checkAccess(
  connection: PortalConnection,
  layer: LayerSource,
  signal?: AbortSignal,
): Promise<LayerAccess> {
  return accessTo(layer, questionsTo(connection, signal));
}

async function accessTo({ itemId, url = '' }: LayerSource, ask: Questions): Promise<LayerAccess> {
  const [ofItem, ofService] = await Promise.all([
    itemId ? ask.visitor(`${ask.restUrl}/content/items/${encodeURIComponent(itemId)}`) : undefined,
    /^https?:/.test(url)
      ? ask.visitor(secureService(url, ask.restUrl, globalThis.location?.origin))
      : undefined,
  ]);
  if (!itemId || !ofItem) return ofService ?? 'everybody';
  // The item of a service for subscribers is public.
  if (ofItem === 'everybody') return ofService === 'sign-in' ? ofService : ofItem;
  if (ofItem !== 'sign-in' || !ask.isMember) return ofItem;
  const refusal = await ask.item(itemId).then(
    () => undefined,
    (error: unknown) => error,
  );
  return isGone(refusal) ? 'gone' : ofItem;
}

/** Whether there is nothing at an address: no item, or no service or file. */
export function isGone(error: unknown): boolean {
  if (!(error instanceof MappingError)) return false;
  const { id, status, message } = error;
  if (id === 'portal:item-not-found' || id === 'layer:not-found') return true;
  // ArcGIS servers answer so for services they do not have.
  return status === 404 || (status === 400 && /invalid url/i.test(message));
}

/** A map as it is shared, or will be. */
export interface MapSharing extends Pick<PortalItem, 'id' | 'access'> {
  /** The organisation of its owner. */
  orgId?: string | undefined;
  /** The groups with which it is shared; undefined: those of the item. */
  groups?: readonly PortalGroup[];
}

/** Milliseconds after which a layer that no server has answered for counts as one that not all readers see. */
const longestCheck = 2000;

/**
 * The layers of a map that not everyone who reads the map sees, also those of which that is not known. Besides public ones, members of the
 * organisation see layers that are shared with it, and groups those that are shared with them. Nobody but its owner reads a
 * private map.
 * @throws MappingError `portal:*` if the groups of the map are unknown
 */
export async function unseenLayers<Layer extends LayerSource>(
  connection: PortalConnection,
  map: MapSharing,
  layers: readonly Layer[],
): Promise<Layer[]> {
  if (map.access === 'private' || layers.length === 0) return [];
  const ask = questionsTo(connection, AbortSignal.timeout(longestCheck));
  const groups = map.access === 'public' ? [] : (map.groups ?? (await ask.groups(map.id)));
  const seen = await Promise.all(
    // Without an answer in time it is not known.
    layers.map((layer) => isSeenByReaders(layer, { ...map, groups }, ask).catch(() => false)),
  );
  return layers.filter((_layer, index) => !seen[index]);
}

async function isSeenByReaders(
  layer: LayerSource,
  { access, orgId, groups }: MapSharing & { groups: readonly PortalGroup[] },
  ask: Questions,
): Promise<boolean> {
  const ofVisitors = await accessTo(layer, ask);
  if (ofVisitors !== 'sign-in' || access === 'public' || !layer.itemId) return ofVisitors === 'everybody';
  const item = await ask.item(layer.itemId);
  // Portals of one organisation name none.
  const isFor = (organisation: string | undefined) =>
    (item.access === 'org' || item.access === 'public') &&
    (item.orgId === undefined || item.orgId === organisation);
  if (access === 'org' && !isFor(orgId)) return false;
  // Of a map that is shared with groups only, the user may see none of them.
  if (groups.length === 0) return access === 'org';
  // Members of a group may belong to other organisations.
  const having = new Set((await ask.groups(layer.itemId)).map(({ id }) => id));
  return groups.every(({ id }) => having.has(id));
}

/** What is asked about the layers of one map; each request is sent once, as layers of a service have the same item. */
interface Questions {
  restUrl: string;
  /** Whether the user is signed in. */
  isMember: boolean;
  /** What visitors get at an address. */
  visitor: (address: string) => Promise<LayerAccess>;
  item: (id: string) => Promise<PortalItem>;
  /** The groups with which an item is shared. */
  groups: (id: string) => Promise<PortalGroup[]>;
}

function questionsTo(connection: PortalConnection, signal?: AbortSignal): Questions {
  return {
    restUrl: connection.restUrl,
    isMember: connection.session.credential !== undefined,
    visitor: once((address) => visitorAccess(address, signal)),
    item: once((id) => loadItem(connection, id, signal)),
    groups: once((id) => groupsOfItem(connection, id, signal)),
  };
}

function once<Answer>(ask: (about: string) => Promise<Answer>): (about: string) => Promise<Answer> {
  const answers = new Map<string, Promise<Answer>>();
  return (about) => {
    const answer = answers.get(about) ?? ask(about);
    answers.set(about, answer);
    return answer;
  };
}

async function visitorAccess(address: string, signal?: AbortSignal): Promise<LayerAccess> {
  try {
    await anonymously(address, signal);
    return 'everybody';
  } catch (cause) {
    if (isGone(cause)) return 'gone';
    return needsSignIn(cause) ? 'sign-in' : 'unreachable';
  }
}
