/**
 * In place of the SDK's parser of Arcade (`tools/arcgis/substitutes.ts`), in the page and in its workers:
 * every expression that is run, also one of an opened map, is one that ends.
 */
// @ts-expect-error The SDK has no types for what it keeps to itself.
import { parseScript as parseBySdk } from '@arcgis/core/arcade/parser.js';
import { boundedExpression, mostDrawnSteps, mostSteps } from './bounded-expression.ts';

type Parse = (script: string, globals?: readonly string[]) => object;
const parse = parseBySdk as Parse;

/** Workers draw: they run an expression for each feature. */
const most = 'document' in globalThis ? mostSteps : mostDrawnSteps;

/**
 * Parses an expression, and returns the syntax tree of its bounded form: also of imported modules.
 *
 * @param globals names that it may use without declaring them
 */
export function parseScript(script: string, globals?: readonly string[]): object {
  // First as it was written: its errors are at their places.
  const written = parse(script, globals);
  const bounded = boundedExpression(script, most);
  return bounded === script ? written : parse(bounded, globals);
}
