/**
 * In place of the SDK's module for expressions of styles and labels (`tools/arcgis/substitutes.ts`): one that
 * was stopped for some features is not run for the thousands of others, and the page shows it.
 */
// @ts-expect-error The SDK has no types for what it keeps to itself.
import * as sdk from '@arcgis/core/support/ArcadeExpression.js';
import { reportStopped, wasStopped } from './bounded-expression.ts';

// @ts-expect-error The SDK has no types for what it keeps to itself.
// oxlint-disable-next-line import/export
export * from '@arcgis/core/support/ArcadeExpression.js';

interface Drawn {
  evaluate(...arguments_: unknown[]): unknown;
}
type Create = (script: string, ...others: unknown[]) => Promise<Drawn>;

const own = sdk as Readonly<
  Record<'createDictionaryExpression' | 'createLabelExpression' | 'createRendererExpression', Create>
>;

/** Stopped evaluations after which an expression has no value. */
const mostStops = 3;

function givingUp(create: Create): Create {
  return async (script, ...others) => {
    const expression = await create(script, ...others);
    const evaluate = expression.evaluate.bind(expression);
    let stops = 0;
    expression.evaluate = (...given) => {
      if (stops >= mostStops) return null;
      try {
        return evaluate(...given);
      } catch (error) {
        if (wasStopped(error)) {
          stops += 1;
          if (stops === 1) reportStopped(script);
        }
        throw error;
      }
    };
    return expression;
  };
}

export const createDictionaryExpression = givingUp(own.createDictionaryExpression);
export const createLabelExpression = givingUp(own.createLabelExpression);
export const createRendererExpression = givingUp(own.createRendererExpression);
