import { prepareSdk } from '../sdk-settings.ts';
import type { FieldValue } from './edit-feature.ts';

/** The expressions of a form, ready to be evaluated. */
export interface FormExpressions {
  /** The results by name; an expression that fails has none. */
  evaluate(
    values: Readonly<Record<string, FieldValue>>,
    geometry: object | null,
  ): Promise<ReadonlyMap<string, unknown>>;
}

/**
 * Compiles the expressions of a form without a map; loads the SDK's Arcade for it.
 *
 * @param layer the description of the layer, as its service sends it
 */
export async function openFormExpressions(
  layer: object,
  expressions: readonly { name: string; expression: string }[],
): Promise<FormExpressions> {
  if (expressions.length === 0) return { evaluate: async () => new Map() };
  prepareSdk();
  const [{ compileExpressions }, { guardTextAsCode }] = await Promise.all([
    import('./evaluate-expressions.ts'),
    import('../trusted-types.ts'),
  ]);
  guardTextAsCode(window);
  return compileExpressions(layer, expressions);
}
