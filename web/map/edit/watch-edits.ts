import { watch } from '@arcgis/core/core/reactiveUtils.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import request from '@arcgis/core/request.js';
import type { MapInternals } from '../map-model.ts';
import { type EditableLayer, recordEdits } from './record-edits.ts';
import type { FeatureEdit } from './follow-edits.ts';

/**
 * Tracks the edits of all layers and tables of a map. The SDK's `edits` event fires when the earlier values are already
 * lost, so each layer's `applyEdits`, which the editor, the table and the forms all call, is wrapped.
 */
export function watchEdits(
  { view, onLeave }: Pick<MapInternals, 'view' | 'onLeave'>,
  listener: (edit: FeatureEdit) => void,
): () => void {
  const wrapped = new Map<Layer, () => void>();
  const handle = watch(
    () => (view.map ? [...view.map.allLayers.toArray(), ...view.map.allTables.toArray()] : []),
    (layers) => {
      for (const layer of layers)
        if (!wrapped.has(layer) && canBeEdited(layer))
          wrapped.set(layer, recordEdits(layer, listener, loadFile));
    },
    { initial: true },
  );
  const stop = () => {
    unregister();
    handle.remove();
    for (const unwrap of wrapped.values()) unwrap();
    wrapped.clear();
  };
  const unregister = onLeave(stop);
  return stop;
}

function canBeEdited(layer: object): layer is Layer & EditableLayer {
  return 'applyEdits' in layer && 'queryFeatures' in layer;
}

/** By the SDK's requests, which know the tokens of services. */
async function loadFile(address: string, signal: AbortSignal): Promise<Blob> {
  const { data } = await request(address, { responseType: 'blob', signal });
  return data as Blob;
}
