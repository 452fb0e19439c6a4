import { addressGroup } from '../../platform/budgets/address-group.ts';
import type { BudgetName } from '../../platform/budgets/budgets.ts';
import type { RateCounter } from '../../platform/budgets/rate-counter.ts';
import {
  type CountDay,
  takeVisitorDay,
  type VisitorRequestOfDay,
} from '../../platform/budgets/visitor-day.ts';
import { pictureTypeOf } from '../../platform/safety/picture-type.ts';
import { MappingError } from '../../../wire/errors.ts';
import { refusal } from '../../../wire/refusals.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { parameterError } from '../../platform/arcgis/parameters.ts';
import { attachmentType, sanitiseFilename } from './attachments/allowed-type.ts';
import { invalidAttachment } from './attachments/read-file.ts';
import type { FeatureServiceContext, OwnerRoom, ServiceRights } from './context.ts';
import type { EditRequest } from './edit/apply-edits.ts';
import { mayAddTo, mayReadFeatures, refuse } from './rights.ts';

/** Limits of what visitors add. */
export const visitorLimits = {
  /** Features and pictures of one request, and bytes of a picture. */
  adds: 10,
  photos: 5,
  photoBytes: 5_000_000,
  /** Requests of one address per minute and per day (UTC), and of all visitors to one layer per day. */
  perMinute: 20,
  perDay: 300,
  layerPerDay: 5000,
  /** When those of a layer are used up: more of one network, and of all of them. */
  newcomerPerDay: 10,
  layerNewcomersPerDay: 2500,
  /**
   * Bytes of the values of these requests per day (UTC): of one address, and of all visitors to the layers of one owner, of whose room
   * that was free they also take at most a part in a day. When those of an owner are used up: more of one network, and of all of them.
   */
  bytesPerDay: 50_000_000,
  ownerBytesPerDay: 500_000_000,
  roomPart: 0.5,
  newcomerBytesPerDay: 5_000_000,
  ownerNewcomerBytesPerDay: 250_000_000,
} as const;

/** Operations on a layer that are open to callers from whom its features are hidden. */
const openLayerPaths = new Set(['', '/applyEdits', '/addFeatures', '/images/:image(^[\\da-f]{32}$)']);

/** Operations of a service on layers whose features are hidden; all others get only the layers that the caller may read. */
const openServicePaths = new Set([
  '',
  '/layers',
  '/relationships',
  '/queryDomains',
  '/sources',
  '/views',
  '/applyEdits',
  '/collections',
]);

interface Target {
  path: string;
  layers: readonly HostedLayer[];
  layer: HostedLayer | undefined;
}

/**
 * The layers of a call, without what visitors may not see: features, and the number and extent of those.
 * @throws MappingError 499 or 403 for an operation that reads hidden features
 */
export function withoutHidden<Given extends Target>(target: Given, rights: ServiceRights): Given {
  const { path, layer } = target;
  if (layer && !mayReadFeatures(layer, rights)) {
    if (!openLayerPaths.has(path)) throw refuse(rights);
    return { ...target, layer: withoutFacts(layer) };
  }
  if (target.layers.every((one) => mayReadFeatures(one, rights))) return target;
  const layers = target.layers.flatMap((one) =>
    mayReadFeatures(one, rights) ? [one] : openServicePaths.has(path) ? [withoutFacts(one)] : [],
  );
  return { ...target, layers };
}

function withoutFacts(layer: HostedLayer): HostedLayer {
  return { ...layer, extent: null, featureCount: 0, timeInfo: null };
}

interface VisitorCounters extends Pick<FeatureServiceContext, 'findRoom'> {
  rates: RateCounter | undefined;
}

/** A request of a visitor: its address, and what it may store. */
interface VisitorRequest {
  ip: string;
  bytes: number;
}

const addingPaths = new Set(['/applyEdits', '/addFeatures', '/items']);

/**
 * Counts a request of a visitor to add features.
 * @throws MappingError `services:too-many-reports` (429) with the time after which the next one is accepted; `services:no-room` (413)
 */
export async function countVisitorAdds(
  { rates, findRoom }: VisitorCounters,
  { path, budget, layers, layer }: Target & { budget: BudgetName },
  rights: ServiceRights,
  request: VisitorRequest,
): Promise<void> {
  // Features are read and added at the same address `/items`.
  if (rights.mayEdit || budget !== 'edits' || !addingPaths.has(path)) return;
  const open = (layer ? [layer] : layers).filter((one) => mayAddTo(one, rights));
  if (open.length === 0 || !rates) return;
  // First: it bounds how often the others ask the database.
  refuseUntil(await rates.take(`reports of ${addressGroup(request.ip)}`, visitorLimits.perMinute));
  const rooms = await roomsOf(open, findRoom);
  if (rooms.some((room) => request.bytes > maxInRoom(room, request.bytes))) throw noRoom();
  const usedUp = await takeVisitorDay(rates, reportOfDay(open, rooms, request));
  refuseUntil(usedUp?.seconds ?? 0);
}

function refuseUntil(seconds: number): void {
  if (seconds === 0) return;
  const message = 'Too many reports were sent. Try again later.';
  const options = { status: 429, retryAfterSeconds: seconds };
  throw refusal('services:too-many-reports', message, 'many-reports', {}, options);
}

/** Without a time: it lasts until the owner has more room. Browsers translate the status: the sender's own quota is not used up. */
function noRoom(): MappingError {
  const message = 'The owner of this layer does not have enough storage left for this report.';
  return new MappingError('services:no-room', message, { status: 413 });
}

/** The rooms of the owners of the layers, each once: of a view's layer, that of its source, where its features are stored. */
async function roomsOf(
  layers: readonly HostedLayer[],
  findRoom: VisitorCounters['findRoom'],
): Promise<OwnerRoom[]> {
  const items = new Set(layers.map(({ service, source }) => (source ?? service).itemId));
  const found = await Promise.all([...items].map((itemId) => findRoom?.(itemId)));
  const byOwner = new Map(found.flatMap((room) => (room ? [[room.owner, room] as const] : [])));
  return [...byOwner.values()];
}

/** What a report takes of this day. */
function reportOfDay(
  layers: readonly HostedLayer[],
  rooms: readonly OwnerRoom[],
  { ip, bytes: size }: VisitorRequest,
): VisitorRequestOfDay {
  const ofLayers = layers.map(({ service, layerId }) => ({
    what: `reports to ${service.id}/${layerId}`,
    perDay: visitorLimits.layerPerDay,
    ofNewcomer: visitorLimits.newcomerPerDay,
    ofNewcomers: visitorLimits.layerNewcomersPerDay,
  }));
  const ofOwners = rooms.map(({ owner }) => ({
    what: `report bytes to ${owner}`,
    perDay: visitorLimits.ownerBytesPerDay,
    ofNewcomer: visitorLimits.newcomerBytesPerDay,
    ofNewcomers: visitorLimits.ownerNewcomerBytesPerDay,
    size,
  }));
  return {
    ip,
    own: [
      { what: 'reports', perDay: visitorLimits.perDay },
      { what: 'report bytes', perDay: visitorLimits.bytesPerDay, size },
    ],
    shared: [...ofLayers, ...ofOwners],
    others: (countDay) => roomsWait(countDay, rooms, size),
  };
}

/** Seconds until the rooms accept as many bytes: all that visitors add in a day, newcomers too, takes at most a part of what was free. */
async function roomsWait(countDay: CountDay, rooms: readonly OwnerRoom[], bytes: number): Promise<number> {
  const waits = rooms.map((room) =>
    countDay(`report bytes in the room of ${room.owner}`, maxInRoom(room, bytes), bytes),
  );
  return Math.max(0, ...(await Promise.all(waits)));
}

/** The bytes that visitors may have added in a day, with these: as free room shrinks by what they add, measured by what they leave. */
function maxInRoom(room: OwnerRoom, bytes: number): number {
  const { roomPart } = visitorLimits;
  return Math.floor(((room.bytes - bytes) * roomPart) / (1 - roomPart));
}

/**
 * Checks edits of callers who may only add: few features, with pictures only.
 * @throws MappingError 400
 */
export function checkVisitorEdits(edits: readonly { request: EditRequest }[]): void {
  const adds = edits.reduce((sum, { request }) => sum + request.adds.length, 0);
  if (adds > visitorLimits.adds)
    throw parameterError('adds', `Visitors add at most ${visitorLimits.adds} features at once.`);
  const files = edits.flatMap(({ request }) => request.attachments?.adds ?? []);
  if (files.length > visitorLimits.photos)
    throw parameterError('attachments', `Visitors attach at most ${visitorLimits.photos} pictures at once.`);
  for (const file of files) checkPicture(file);
}

const pictureTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];

/** By its name, which decides how it is sent to readers, and its first bytes, which may be those of a picture in a document. */
function checkPicture(file: unknown): void {
  const { data, name } = (file ?? {}) as { data?: unknown; name?: unknown };
  if (typeof data !== 'string') throw invalidAttachment('data', 'Send the picture as data.');
  const megabytes = visitorLimits.photoBytes / 1_000_000;
  if (data.length * 0.75 > visitorLimits.photoBytes + 3)
    throw invalidAttachment('data', `A picture may have at most ${megabytes} MB.`);
  const type = pictureTypeOf(Buffer.from(data.slice(0, 64), 'base64'));
  const isNamed = typeof name === 'string' && pictureTypes.includes(attachmentType(sanitiseFilename(name)));
  if (!isNamed || !pictureTypes.includes(type ?? ''))
    throw invalidAttachment(isNamed ? 'data' : 'name', 'Visitors attach JPEG, PNG and WebP pictures only.');
}
