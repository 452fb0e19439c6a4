import { MappingError } from '../../../../../wire/errors.ts';
import {
  type ExtensionResult,
  type ExtensionFailure,
  extensionLimits,
  type ExtensionMapInfo,
  type ExtensionMessage,
  type ExtensionPermission,
  type ExtensionRequest,
  extensionRequestSchema,
  type ExtensionView,
  isBounded,
  neededPermission,
} from '../../../../../wire/extension-messages.ts';
import { type ExtensionMap, openExtensionMap } from '../../../../map/extension/extension-map.ts';
import { areaOf } from '../../../../map/integration-marker/integration-markers.ts';
import type { MapModel } from '../../../../map/map-model.ts';
import { flatLayers, layerById } from '../../../../map/map-state.ts';

export interface ExtensionSessionOptions {
  title: string;
  /** `#rrggbb` of its graphics. */
  color: string;
  permissions: readonly ExtensionPermission[];
  /** Whether the map's author lets the user read features. */
  mayRead: boolean;
  post: (message: ExtensionMessage) => void;
  /** Shows a text over the map; undefined for an extension with a page that can show it. */
  notify?: ((text: string) => void) | undefined;
  /** Has the user choose a place; undefined: cancelled. Another request waits for an answer: `busy`. */
  askPlace: (answer: (place: { lat: number; lng: number } | undefined) => void) => 'asked' | 'busy';
}

/** What a connected extension does on one open map. */
export interface ExtensionSession {
  /** Handles a message of any content, and posts the response. */
  receive(data: unknown): void;
  /** Its button was pressed in the popup of a feature. */
  press(layerId: string, objectId: number): Promise<void>;
  /** Removes what it did on the map. */
  stop(): void;
}

class Refused extends Error {
  readonly reason: ExtensionFailure;

  constructor(reason: ExtensionFailure, message: string) {
    super(message);
    this.reason = reason;
  }
}

type Queued = Exclude<ExtensionRequest, { type: 'askLocation' }>;

/**
 * Answers the requests of an extension one after the other, each with the permission that it needs, and posts
 * changes of the map.
 */
export function startExtensionSession(model: MapModel, options: ExtensionSessionOptions): ExtensionSession {
  const { title, color, permissions, mayRead, post, notify, askPlace } = options;
  const granted = new Set<ExtensionPermission>(permissions);
  if (!mayRead) granted.delete('features');
  let stopped = false;
  let waiting = 0;
  let last = Promise.resolve();
  const opened: Promise<ExtensionMap> = openExtensionMap(model, {
    title,
    color,
    onPicked: (key) => send({ type: 'picked', key }),
  });
  const send = (message: ExtensionMessage) => {
    if (!stopped) post(message);
  };
  const fail = (reason: ExtensionFailure, message: string, id?: number) =>
    send({ type: 'failed', ...(id !== undefined && { id }), reason, message });

  const requireFeatures = (layer: string) => {
    if (!layerById(model.state.get().layers, layer)?.hasFeatures)
      throw new Refused('unknown-layer', `The map has no layer of features with the id ${layer}.`);
  };

  async function run(request: Queued): Promise<ExtensionResult | undefined> {
    if (request.type === 'goTo') {
      const { lat, lng, zoom, rotation } = request;
      await model.goTo({
        lat,
        lng,
        ...(zoom !== undefined && { zoom }),
        ...(rotation !== undefined && { rotation: rotation % 360 }),
      });
      return undefined;
    }
    if (request.type === 'notify') {
      if (!notify)
        throw new Refused('invalid', 'notify: an extension with a panel shows messages on its page.');
      notify(request.text);
      return undefined;
    }
    const map = await opened;
    if (request.type === 'draw') {
      map.draw(request.features);
      return undefined;
    }
    requireFeatures(request.layer);
    if (request.type === 'filter') return { count: await map.filter(request.layer, request.where) };
    if (request.from === 'selection' && request.where)
      throw new Refused('invalid', 'where: a selection is read without a condition.');
    return map.read(request);
  }

  async function answer(request: Queued): Promise<void> {
    const { id } = request;
    try {
      if (stopped) return;
      const value = await run(request);
      send({ type: 'done', id, ...(value && { value }) });
    } catch (cause) {
      if (cause instanceof Refused) fail(cause.reason, cause.message, id);
      else if (cause instanceof MappingError && cause.id === 'select:bad-condition')
        fail('bad-condition', 'The layer does not accept the condition.', id);
      else fail('failed', 'The map could not do this.', id);
    } finally {
      waiting -= 1;
    }
  }

  const askLocation = (id: number) => {
    const asked = askPlace((place) => {
      if (place) send({ type: 'done', id, value: { lat: place.lat, lng: place.lng } });
      else fail('cancelled', 'The user chose no place.', id);
    });
    if (asked === 'busy') fail('busy', 'The user is already asked for a place.', id);
  };

  const changes = followMap(model, granted, opened, send);

  return {
    receive(data) {
      if (!isBounded(data)) return fail('invalid', 'The message is too large, or not plain data.');
      const { data: request, error } = extensionRequestSchema.safeParse(data);
      const id = idOf(data);
      if (!request) {
        const [issue] = error.issues;
        return fail('invalid', `${issue?.path.join('.') || 'message'}: ${issue?.message ?? ''}`, id);
      }
      const needed = neededPermission[request.type];
      if (needed && !granted.has(needed)) return fail('not-permitted', refusal(needed, permissions), id);
      if (request.type === 'askLocation') return askLocation(request.id);
      if (waiting >= extensionLimits.waiting)
        return fail('busy', `At most ${extensionLimits.waiting} requests may wait.`, id);
      waiting += 1;
      last = last.then(() => answer(request));
    },
    async press(layerId, objectId) {
      const map = await opened;
      const feature = granted.has('features')
        ? await map.feature(layerId, objectId).catch((): undefined => undefined)
        : undefined;
      send({ type: 'feature', layer: layerId, id: objectId, ...(feature && { feature }) });
    },
    stop() {
      if (stopped) return;
      stopped = true;
      changes.stop();
      void opened.then((map) => map.close()).catch(() => {});
    },
  };
}

function refusal(needed: ExtensionPermission, permissions: readonly ExtensionPermission[]): string {
  return permissions.includes(needed)
    ? 'The author of this map does not let its readers read tables of features.'
    : `The administrator of the organisation has not granted the permission “${needed}”.`;
}

function idOf(data: unknown): number | undefined {
  const id = (data as { id?: unknown } | null | undefined)?.id;
  return typeof id === 'number' ? id : undefined;
}

/** The open map as an extension sees it; undefined without a permission that needs it. */
export function mapInfo(
  model: MapModel,
  granted: ReadonlySet<ExtensionPermission>,
): ExtensionMapInfo | undefined {
  if (!(['view', 'features', 'filter'] as const).some((each) => granted.has(each))) return undefined;
  const { title, layers } = model.state.get();
  return {
    title,
    layers: flatLayers(layers).map(({ id, title: name, hasFeatures }) => ({ id, title: name, hasFeatures })),
  };
}

function viewOf(model: MapModel): ExtensionView | undefined {
  const { place } = model.state.get();
  const area = areaOf(model);
  return place && area && { ...area, ...place };
}

/** Posts the map, its view and its selection, now and after each change. */
function followMap(
  model: MapModel,
  granted: ReadonlySet<ExtensionPermission>,
  opened: Promise<ExtensionMap>,
  post: (message: ExtensionMessage) => void,
): { stop(): void } {
  let seenMap = '';
  let seenPlace: unknown;
  let stopSelection = () => {};
  let stopped = false;
  const report = () => {
    const map = mapInfo(model, granted);
    const written = JSON.stringify(map);
    if (map && written !== seenMap) post({ type: 'map', map });
    seenMap = written ?? '';
    const { place } = model.state.get();
    if (place === seenPlace || !granted.has('view')) return;
    seenPlace = place;
    const view = viewOf(model);
    if (view) post({ type: 'view', view });
  };
  report();
  const stopState = model.state.subscribe(report);
  const followSelection = async () => {
    const { selected } = await opened;
    if (stopped || !granted.has('features')) return;
    const reportSelection = () =>
      post({
        type: 'selection',
        layers: [...selected.get()].map(([layer, ids]) => ({ layer, count: ids.length })),
      });
    if (selected.get().size > 0) reportSelection();
    stopSelection = selected.subscribe(reportSelection);
  };
  // Without the SDK's code every request fails with a message.
  void followSelection().catch(() => {});
  return {
    stop() {
      stopped = true;
      stopState();
      stopSelection();
    },
  };
}
