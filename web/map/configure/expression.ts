import * as arcade from '@arcgis/core/arcade.js';
import { parseWhereClause } from '@arcgis/core/core/sql.js';
import Graphic from '@arcgis/core/Graphic.js';
import { boundedExpression, mostDrawnSteps, wasStopped } from '../arcade/bounded-expression.ts';
import type { LayerField } from '../layers/layer-fields.ts';
import type { ExpressionFault, ExpressionUse } from './configure.ts';

const profile = { variables: [{ name: '$feature', type: 'feature' }] } as const;

function profileOf(use: ExpressionUse) {
  switch (use) {
    case 'calculation':
      return arcade.createArcadeProfile('form-calculation');
    case 'style':
      return arcade.createArcadeProfile('visualization');
    case 'popup':
      return arcade.createArcadeProfile('popup');
    case 'groups':
      return arcade.createArcadeProfile('popup-feature-reduction');
    case 'feature':
      return profile;
  }
}

/** Members of the errors of the SDK's parser and compiler. */
interface ArcadeError {
  message?: string;
  line?: number;
  column?: number;
  loc?: { start?: { line: number; column: number } };
}

function faultOf(error: unknown): ExpressionFault {
  if (wasStopped(error))
    return { message: 'It does not end, and was stopped.', line: undefined, column: undefined };
  const { message = '', line, column, loc } = (error ?? {}) as ArcadeError;
  return {
    // The position is shown beside it.
    message: message.replace(/^\w+ error - (Line \d+:\d+: )?/i, ''),
    line: line ?? loc?.start?.line,
    column: column ?? (loc?.start && loc.start.column + 1),
  };
}

/** Members of the error of the SDK's parser of SQL; without `found` at the end of the condition. */
interface SqlError {
  found?: string | null;
  location?: { start?: { line: number; column: number } };
}

/** The error of an SQL condition, in few words: the parser lists everything that it accepts there. */
export function checkCondition(where: string): Promise<ExpressionFault | undefined> {
  if (where === '') return Promise.resolve(undefined);
  return parseWhereClause(where).then(
    () => undefined,
    (cause: unknown) => {
      const { found, location } = (cause ?? {}) as SqlError;
      // Such as a part of the SDK that could not be loaded.
      if (!location?.start) throw cause;
      const { line, column } = location.start;
      return { message: `Unexpected ${found ? JSON.stringify(found) : 'end of input'}`, line, column };
    },
  );
}

/** The uses that are drawn, for each feature of a layer. */
const drawn: ReadonlySet<ExpressionUse> = new Set(['feature', 'style']);

/**
 * The error of an expression that is not Arcade; of one that is drawn, also that it names unknown functions,
 * or does not end for a feature with usual values. One that does not end for other features is stopped where
 * it is drawn. Others are not run here: those of popups may read whole services.
 */
export async function checkExpression(
  expression: string,
  use: ExpressionUse,
  fields: readonly LayerField[] = [],
): Promise<ExpressionFault | undefined> {
  if (expression.trim() === '') return undefined;
  try {
    const { fieldsUsed: names } = await arcade.createArcadeExecutor(expression, profileOf(use) as never);
    const bounded = boundedExpression(expression, mostDrawnSteps);
    if (!drawn.has(use)) return undefined;
    const fault = await faultOfRun(bounded, use, usualFeatures(names, fields));
    // What counts steps is in the first line.
    return fault?.line === 1 && bounded !== expression
      ? { ...fault, line: undefined, column: undefined }
      : fault;
  } catch (error) {
    return faultOf(error);
  }
}

async function faultOfRun(
  bounded: string,
  use: ExpressionUse,
  features: readonly Graphic[],
): Promise<ExpressionFault | undefined> {
  const executor = await arcade.createArcadeExecutor(bounded, profileOf(use) as never);
  let fault: ExpressionFault | undefined;
  for (const $feature of features) {
    try {
      await executor.executeAsync({ $feature, ...(use === 'style' && { $view: { scale: 10_000 } }) });
      return undefined;
    } catch (error) {
      // Other errors may be due to the values.
      if (!wasStopped(error) && !namesUnknown(error)) return undefined;
      fault = faultOf(error);
    }
  }
  return fault;
}

/**
 * Whether an expression uses a function or variable that does not exist: under the page's policy Arcade finds
 * this only when it runs.
 */
function namesUnknown(error: unknown): boolean {
  return error instanceof Error && /Function not found|Identifier not recognized/.test(error.message);
}

/** A feature with a value in each field; one of each kind of values where the fields are unknown. */
function usualFeatures(names: readonly string[], fields: readonly LayerField[]): Graphic[] {
  const values = { number: 1, text: 'a', date: Date.now() };
  const known = new Map(fields.map((field) => [field.name.toLowerCase(), field]));
  const featureOf = (kind: LayerField['kind']) => {
    const attributes = names.map((name) => {
      const field = known.get(name.toLowerCase());
      return [name, field?.choices?.[0]?.value ?? values[field?.kind ?? kind]];
    });
    return new Graphic({ attributes: Object.fromEntries(attributes) as object });
  };
  const isKnown = names.every((name) => known.has(name.toLowerCase()));
  return isKnown ? [featureOf('number')] : (['number', 'text', 'date'] as const).map(featureOf);
}

/**
 * The fields of `$feature` that an expression reads; none for one that does not compile, or that computes
 * their names.
 */
export async function fieldsUsed(expression: string): Promise<readonly string[]> {
  try {
    const { fieldsUsed: names } = await arcade.createArcadeExecutor(expression, profile as never);
    return names.filter((name) => name !== '*');
  } catch {
    return [];
  }
}

/** Dictionaries, such as the content of a popup, as JSON. */
function textOf(value: unknown): string {
  const isDictionary = typeof value === 'object' && value?.constructor === Object;
  return isDictionary ? JSON.stringify(value) : String(value ?? '');
}

/** The value of an expression for a feature, as text; its error if it fails. */
export async function evaluate(
  expression: string,
  feature: Graphic,
  { use, ...others }: { use: ExpressionUse; [variable: `$${string}`]: unknown },
): Promise<string | ExpressionFault> {
  try {
    const executor = await arcade.createArcadeExecutor(
      boundedExpression(expression),
      profileOf(use) as never,
    );
    return textOf(await executor.executeAsync({ $feature: feature, ...others }));
  } catch (error) {
    return faultOf(error);
  }
}
