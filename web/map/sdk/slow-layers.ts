import { watch } from '@arcgis/core/core/reactiveUtils.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { MappingError } from '../../../wire/errors.ts';

/** Milliseconds after which an unresponsive layer counts as failed. The SDK itself would wait a minute. */
export const layerTimeout = 20_000;

/** Why a layer that doesn't respond is not shown, or is shown without some of its features, pictures or tiles. */
export const unresponsive = new MappingError('layer:timeout', 'The layer does not answer.', { status: 0 });

/**
 * Reports unresponsive layers, so that users can ignore or retry them. The request continues: a late response clears
 * the failure.
 *
 * @param failures the view's failures, by layer id
 * @param notify called when they have changed
 */
export function watchSlowLayers(view: MapView, failures: Map<string, unknown>, notify: () => void): void {
  // By layer and not by id: a layer that is loaded again has the id of the failed one.
  const timers = new Map<Layer, number>();
  const settle = (layer: Layer) => {
    clearTimeout(timers.get(layer));
    timers.delete(layer);
    if (failures.get(layer.id) === unresponsive) {
      failures.delete(layer.id);
      notify();
    }
  };
  const follow = (layers: readonly Layer[]) => {
    for (const layer of layers) {
      if (layer.loadStatus !== 'loading') settle(layer);
      else if (!timers.has(layer)) {
        const giveUp = () => {
          failures.set(layer.id, unresponsive);
          notify();
        };
        timers.set(layer, window.setTimeout(giveUp, layerTimeout));
      }
    }
  };
  view.addHandles([
    watch(
      () => view.map?.allLayers.map((layer) => [layer, layer.loadStatus] as const).toArray() ?? [],
      (pairs) => follow(pairs.map(([layer]) => layer)),
      { initial: true },
    ),
    {
      remove: () => {
        for (const timer of timers.values()) clearTimeout(timer);
      },
    },
  ]);
}
