import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type Layer from '@arcgis/core/layers/Layer.js';
import { MappingError } from '../../../wire/errors.ts';
import { onStopped } from '../arcade/bounded-expression.ts';

/** Members of only some layers. */
type AnyLayer = Layer & Partial<Pick<FeatureLayer, 'renderer' | 'labelingInfo' | 'featureReduction'>>;

/** Follows the expressions of styles and labels that were stopped while layers were drawn. */
export function followEndlessExpressions(notify: () => void): {
  /** Why a layer is drawn without the value of an expression that it still has. */
  causeOf(layer: Layer): MappingError | undefined;
  remove(): void;
} {
  const stopped = new Set<string>();
  const remove = onStopped((expression) => {
    stopped.add(JSON.stringify(expression));
    notify();
  });
  return {
    causeOf(layer) {
      if (stopped.size === 0) return undefined;
      const { renderer, labelingInfo, featureReduction } = layer as AnyLayer;
      const drawn = JSON.stringify([renderer, labelingInfo, featureReduction]);
      const uses = [...stopped].some((expression) => drawn.includes(expression));
      return uses ? new MappingError('layer:endless-expression', 'An expression does not end.') : undefined;
    },
    remove,
  };
}
