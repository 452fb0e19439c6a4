import { watch } from '@arcgis/core/core/reactiveUtils.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import type LayerView from '@arcgis/core/views/layers/LayerView.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { isDrawnAnew, isDrawnFrom, leavesOut } from './drawing-requests.ts';
import { type FailedRequest, onFailedRequest } from './failed-requests.ts';
import { onLateRequest, type SdkRequest } from './late-requests.ts';
import { findLayer } from './layer-tree.ts';
import { retryLayer } from './retry-layer.ts';
import { unresponsive } from './slow-layers.ts';
import { sdkError } from './sdk-error.ts';

/** Delays in milliseconds before a layer of an overloaded server is loaded again, or drawn again. */
const repeatDelays = [2000, 8000];
/** Statuses of an overloaded server, and of a proxy whose server didn't respond in time. */
const overloaded: readonly number[] = [429, 502, 503, 504];
/** Statuses that the session answers: with a new token, or by asking for a sign-in. */
const ofSession: readonly number[] = [401, 403, 498, 499];

/** What is done about layers whose requests failed. */
export interface RepeatedLoading {
  /** Ids of layers that wait to be loaded again. */
  readonly waiting: ReadonlySet<string>;
  /** Why a request failed for features or pictures without which a layer is drawn, by the layer's id. */
  readonly incomplete: ReadonlyMap<string, unknown>;
  /** Loads a failed layer again, or draws an incomplete one again, at the user's request. */
  again(id: string): void;
}

interface Attempts {
  made: number;
  /** Absent: no further one is planned. */
  timer?: number;
  /** Whether a request has failed since the layer was last drawn again, and with which filter. */
  failed?: { filter: string | null | undefined };
  /** Whether the layer has begun to be drawn again. */
  drawing?: boolean;
  /** Notices when the layer is refreshed. */
  refreshes?: { remove(): void };
}

/**
 * Loads or draws a layer again, twice, where its server was overloaded. The SDK leaves out features and
 * pictures whose request failed, without a notice: such a layer is reported as incomplete until it is drawn
 * without a failure. So is one whose requests are not answered, until they are.
 *
 * @param failures the view's failures, by layer id
 * @param notify called when they have changed
 */
export function repeatLoading(
  view: MapView,
  failures: Map<string, unknown>,
  notify: () => void,
): RepeatedLoading {
  const waiting = new Set<string>();
  const incomplete = new Map<string, unknown>();
  /** How many requests of a layer are late, by its id. */
  const late = new Map<string, number>();
  // By id: a layer that is loaded again is another one with the id of the failed one.
  const attempts = new Map<string, Attempts>();
  const attemptsOf = (id: string): Attempts => {
    const known = attempts.get(id) ?? { made: 0 };
    attempts.set(id, known);
    return known;
  };
  /** Plans another attempt, unless one is planned; false once all have been made. */
  const plan = (known: Attempts, attempt: () => void): boolean => {
    if (known.timer !== undefined) return true;
    const delay = repeatDelays[known.made];
    if (delay === undefined) return false;
    known.made += 1;
    known.timer = window.setTimeout(() => {
      delete known.timer;
      attempt();
    }, delay);
    return true;
  };
  const loadAgain = (id: string) => {
    waiting.delete(id);
    failures.delete(id);
    retryLayer(view, id);
    notify();
  };
  const followLoading = (layer: Layer) => {
    const { id, loadStatus, loadError } = layer;
    if (loadStatus !== 'failed' || waiting.has(id) || findLayer(view, id)?.layer !== layer) return;
    if (!overloaded.includes(sdkError(loadError, 'layer:failed').status)) return;
    if (!plan(attemptsOf(id), () => loadAgain(id))) return;
    waiting.add(id);
    notify();
  };
  const forget = (id: string) => {
    const known = attempts.get(id);
    clearTimeout(known?.timer);
    known?.refreshes?.remove();
    attempts.delete(id);
  };
  const drawAgain = (id: string) => {
    const layer = view.map?.allLayers.find((each) => each.id === id);
    if (!layer) return;
    beginAgain(attemptsOf(id));
    // `refresh` would request nothing of a service that says it was not edited since.
    (layer as FeatureLayer).emit('refresh', { dataChanged: true });
  };
  const drawnFrom = (request: SdkRequest) => {
    const layers = view.map?.allLayers.filter((each) => isDrawnFrom(each, request)).toArray() ?? [];
    // Layers of one service differ by their filters, if at all: without a difference, each may lack features.
    const exact = layers.filter((layer) => (filterOf(layer) || '1=1') === request.query['where']);
    return exact.length > 0 ? exact : layers;
  };
  const followRequest = (request: FailedRequest) =>
    drawnFrom(request).forEach((layer) => followRefusal(layer, request));
  /** Until its answer comes, or the request ends without one. */
  const followLate = (request: SdkRequest) => {
    const ids = drawnFrom(request).map(({ id }) => id);
    for (const id of ids) {
      late.set(id, (late.get(id) ?? 0) + 1);
      if (!incomplete.has(id)) incomplete.set(id, unresponsive);
    }
    notify();
    return () => {
      for (const id of ids) {
        const left = (late.get(id) ?? 1) - 1;
        late.set(id, left);
        if (left === 0 && incomplete.get(id) === unresponsive) incomplete.delete(id);
      }
      notify();
    };
  };
  const followRefusal = (layer: Layer, request: FailedRequest) => {
    const { status } = sdkError(request.error, 'layer:failed');
    const isGivenUp = request.wasLate === true && status === 0;
    if (ofSession.includes(status) || !(isGivenUp || leavesOut(layer, status))) return;
    const { id } = layer;
    const known = attemptsOf(id);
    known.failed = { filter: filterOf(layer) };
    // Also by its own interval.
    known.refreshes ??= (layer as FeatureLayer).on('refresh', ({ dataChanged }) => {
      if (dataChanged) beginAgain(known);
    });
    if (overloaded.includes(status) && plan(known, () => drawAgain(id))) return;
    incomplete.set(id, request.error);
    notify();
  };
  const followDrawing = ({ layer, updating }: LayerView) => {
    const known = attempts.get(layer.id);
    if (!known || known.timer !== undefined) return;
    const { failed } = known;
    if (failed && failed.filter === filterOf(layer)) {
      if (!updating && isDrawnAnew(layer)) beginAgain(known);
      return;
    }
    if (!failed && updating) known.drawing = true;
    if (!failed && (updating || !known.drawing)) return;
    // Drawn again without a failure, or with another filter.
    forget(layer.id);
    if (incomplete.delete(layer.id)) notify();
  };
  view.addHandles([
    watch(
      () => view.map?.allLayers.map((layer) => [layer, layer.loadStatus] as const).toArray() ?? [],
      (pairs) => pairs.forEach(([layer]) => followLoading(layer)),
      { initial: true },
    ),
    watch(
      () => view.allLayerViews.map((each) => [each, each.updating, filterOf(each.layer)] as const).toArray(),
      (parts) => parts.forEach(([layerView]) => followDrawing(layerView)),
    ),
    { remove: onFailedRequest(followRequest) },
    { remove: onLateRequest(followLate) },
    { remove: () => [...attempts.keys()].forEach(forget) },
  ]);
  return {
    waiting,
    incomplete,
    again(id) {
      forget(id);
      waiting.delete(id);
      if (incomplete.delete(id)) drawAgain(id);
      else retryLayer(view, id);
      notify();
    },
  };
}

/** The next drawing counts, and not the one that a request failed. */
function beginAgain(known: Attempts): void {
  delete known.failed;
  known.drawing = false;
}

function filterOf(layer: Layer): string | null | undefined {
  return (layer as Layer & Partial<FeatureLayer>).definitionExpression;
}
