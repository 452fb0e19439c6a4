import { watch, whenOnce } from '@arcgis/core/core/reactiveUtils.js';
import type MapView from '@arcgis/core/views/MapView.js';
import type WebMap from '@arcgis/core/WebMap.js';
import { withTimeout } from '../../with-timeout.ts';
import { distinctCredits, type MapState } from '../map-state.ts';
import { followEndlessExpressions } from './endless-expressions.ts';
import { layerSignature, quickStateOf } from './layer-facts.ts';
import { basemapFailures, layerStates } from './layer-tree.ts';
import { stationaryState } from './place.ts';
import { repeatLoading } from './repeat-loading.ts';
import { sdkError } from './sdk-error.ts';
import { watchSlowLayers } from './slow-layers.ts';
import { plainText } from './plain-text.ts';

/** Milliseconds after which tools no longer wait for a layer that is still being drawn. */
const drawnAtLatest = 8000;

type Patch = (change: Partial<MapState>) => void;

/** Debounce of layer changes in milliseconds: while a map loads there are dozens in a row. */
const layerPause = 100;

/** Keeps the state in sync with the view during its lifetime. */
export function watchView(view: MapView, map: WebMap, patch: Patch): void {
  void whenOnce(() => view.ready).then(() => patch({ status: 'ready' }));
  void whenDrawn(view).then(() => patch({ drawn: true }));
  const fail = (cause: unknown) =>
    patch({ status: 'failed', updating: false, error: sdkError(cause, 'map:failed') });
  map.load().catch(fail);
  view.when().catch(fail);
  view.addHandles([
    watch(
      () => view.fatalError,
      (cause) => cause && fail(cause),
    ),
    watch(
      () => view.updating,
      (updating) => patch({ updating }),
    ),
    // Nothing is reported while the map moves: the interface updates when it is stationary.
    watch(
      () => view.ready && view.stationary && [view.scale, view.center?.x, view.center?.y, view.rotation],
      (rest) => rest && patch(stationaryState(view)),
      { initial: true },
    ),
    watch(
      () => view.rotation,
      (rotation) => patch({ rotation }),
      { initial: true },
    ),
    watch(
      () => view.canZoomIn,
      (canZoomIn) => patch({ canZoomIn }),
      { initial: true },
    ),
    watch(
      () => view.canZoomOut,
      (canZoomOut) => patch({ canZoomOut }),
      { initial: true },
    ),
    watch(
      () => view.attributionItems,
      (items) => patch({ attribution: distinctCredits(items.map(({ text }) => plainText(text))) }),
      { initial: true },
    ),
    watch(
      () => (view.ready ? map.portalItem?.title : undefined),
      (title) => title && patch({ title }),
      { initial: true },
    ),
    watch(
      () => map.bookmarks?.length ?? 0,
      (count) => patch({ hasBookmarks: count > 0 }),
      { initial: true },
    ),
  ]);
}

/** Keeps the list of layers in sync; returns a function that loads a layer again. */
export function watchLayers(view: MapView, patch: Patch): (id: string) => void {
  const failures = new Map<string, unknown>();
  let waiting = 0;
  const notify = () => {
    waiting = 0;
    if (view.destroyed) return;
    const { waiting: again, incomplete } = repeated;
    const known = { failures, waiting: again, incomplete, endless: endless.causeOf };
    patch({ layers: layerStates(view, known), basemapFailures: basemapFailures(view, known) });
  };
  const soon = () => {
    waiting ||= window.setTimeout(notify, layerPause);
  };
  // User changes are reported before the next key press or click, because a slider with an outdated value would
  // continue from it.
  let queued = false;
  const atOnce = () => {
    if (!view.ready) return soon();
    if (queued) return;
    queued = true;
    queueMicrotask(() => {
      queued = false;
      notify();
    });
  };
  view.on('layerview-create-error', ({ layer, error }) => {
    failures.set(layer.id, error);
    soon();
  });
  watchSlowLayers(view, failures, soon);
  const repeated = repeatLoading(view, failures, soon);
  const endless = followEndlessExpressions(view, soon);
  view.addHandles([
    endless,
    watch(() => view.map?.allLayers.map(layerSignature).join(';'), soon, { initial: true }),
    watch(() => view.map?.allLayers.map(quickStateOf).join(';'), atOnce, { sync: true }),
    watch(
      () => view.allLayerViews.map((layerView) => `${layerView.updating}${layerView.suspended}`).join(),
      soon,
    ),
  ]);
  return (id) => {
    failures.delete(id);
    repeated.again(id);
  };
}

/** Everything in view has been drawn, or a slow layer has kept the rest waiting long enough. */
async function whenDrawn(view: MapView): Promise<void> {
  await whenOnce(() => view.ready);
  await withTimeout(
    whenOnce(() => !view.updating),
    drawnAtLatest,
    () => {},
  );
}
