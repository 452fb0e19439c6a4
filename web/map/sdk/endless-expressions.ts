import { watch } from '@arcgis/core/core/reactiveUtils.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import type MapView from '@arcgis/core/views/MapView.js';
import { MappingError } from '../../../wire/errors.ts';
import { onStopped } from '../arcade/bounded-expression.ts';

/** Members of only some layers. */
type AnyLayer = Layer & Partial<Pick<FeatureLayer, 'renderer' | 'labelingInfo' | 'featureReduction'>>;

/**
 * Follows the expressions of styles and labels that were stopped while layers were drawn.
 *
 * @param notify called when one is stopped, and when a layer has other expressions since
 */
export function followEndlessExpressions(
  view: Pick<MapView, 'map'>,
  notify: () => void,
): {
  /** Why a layer is drawn without the value of an expression that it still has. */
  causeOf(layer: Layer): MappingError | undefined;
  remove(): void;
} {
  const stopped = new Set<string>();
  const ignore = onStopped((expression) => {
    stopped.add(JSON.stringify(expression));
    notify();
  });
  // A hidden layer is not drawn again when its expression is corrected.
  const changes = watch(
    () =>
      view.map?.allLayers
        .toArray()
        .flatMap((layer: AnyLayer) => [layer.renderer, layer.labelingInfo, layer.featureReduction]) ?? [],
    () => stopped.size > 0 && notify(),
  );
  return {
    causeOf(layer) {
      if (stopped.size === 0) return undefined;
      const { renderer, labelingInfo, featureReduction } = layer as AnyLayer;
      const drawn = JSON.stringify([renderer, labelingInfo, featureReduction]);
      const uses = [...stopped].some((expression) => drawn.includes(expression));
      return uses ? new MappingError('layer:endless-expression', 'An expression does not end.') : undefined;
    },
    remove() {
      changes.remove();
      ignore();
    },
  };
}
