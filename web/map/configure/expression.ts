import * as arcade from '@arcgis/core/arcade.js';
import type Graphic from '@arcgis/core/Graphic.js';
import type { ExpressionFault } from './configure.ts';

const profile = { variables: [{ name: '$feature', type: 'feature' }] } as const;

/** Members of the errors of the SDK's parser and compiler. */
interface ArcadeError {
  message?: string;
  line?: number;
  column?: number;
  loc?: { start?: { line: number; column: number } };
}

function faultOf(error: unknown): ExpressionFault {
  const { message = '', line, column, loc } = (error ?? {}) as ArcadeError;
  return {
    // The position is shown beside it.
    message: message.replace(/^\w+ error - (Line \d+:\d+: )?/i, ''),
    line: line ?? loc?.start?.line,
    column: column ?? (loc?.start && loc.start.column + 1),
  };
}

/**
 * The error of an expression that does not compile.
 *
 * @param calculates whether it calculates a value of a form, for which the form's other facts can be read, too
 */
export async function checkExpression(
  expression: string,
  calculates: boolean,
): Promise<ExpressionFault | undefined> {
  if (expression.trim() === '') return undefined;
  const own = calculates ? arcade.createArcadeProfile('form-calculation') : profile;
  try {
    await arcade.createArcadeExecutor(expression, own as never);
    return undefined;
  } catch (error) {
    return faultOf(error);
  }
}

/** The value of an expression for a feature, as text; its error if it fails. */
export async function evaluate(expression: string, feature: Graphic): Promise<string | ExpressionFault> {
  try {
    const executor = await arcade.createArcadeExecutor(expression, profile as never);
    return String((await executor.executeAsync({ $feature: feature })) ?? '');
  } catch (error) {
    return faultOf(error);
  }
}
