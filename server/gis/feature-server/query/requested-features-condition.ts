import { z } from 'zod';
import { json, objectIds } from '../../../platform/arcgis/schema.ts';
import { sql, type SqlBool, type RawBuilder } from 'kysely';
import { findField } from '../../layer/field.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import { type FeatureSelection, overShown } from '../../storage/feature-store.ts';
import { parseCondition } from '../../where/parse.ts';
import type { Condition } from '../../where/syntax-tree.ts';
import { type ClauseContext, instantParameter } from '../../where/typed-condition.ts';
import { compileCondition } from '../../where/where-condition.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { limits } from '../../../limits.ts';
import { TooHeavy } from '../../../platform/threads/too-heavy.ts';
import { readFullText } from './full-text-condition.ts';
import { readSpatialFilter, spatialParameters } from './spatial-filter.ts';

/** The parameters that select features. */
export const selectionParameters = {
  where: z.string().optional(),
  objectIds: objectIds.optional(),
  uniqueIds: objectIds.optional(),
  fullText: json.optional(),
  time: z.string().optional(),
  timeRelation: z
    .string()
    .optional()
    .refine(
      (relation) => relation === undefined || relation.toLowerCase() === 'esritimerelationoverlaps',
      'Only esriTimeRelationOverlaps is supported: compare the fields in where.',
    ),
  ...spatialParameters,
};

export type SelectionRequest = z.output<z.ZodObject<typeof selectionParameters>>;

/** The features of a request: where, objectIds, geometry and time together. */
export interface RequestedSelection extends FeatureSelection {
  /** True when the same request may select other features later. */
  volatile: boolean;
}

export function readSelection(
  input: SelectionRequest,
  layer: HostedLayer,
  clauseContext: ClauseContext,
  onLoop = false,
): RequestedSelection {
  if (onLoop) refuseLong(input.where);
  return {
    ...selectFeatures(input, layer, clauseContext),
    space: readSpatialFilter(input, layer, onLoop),
    onLoop,
  };
}

/**
 * Refuses expressions that take milliseconds to parse and compile.
 * @throws TooHeavy
 */
export function refuseLong(...expressions: readonly (string | null | undefined)[]): void {
  if (isLong(...expressions)) throw new TooHeavy();
}

/** Whether the event loop does not read expressions: all of them together. */
export function isLong(...expressions: readonly (string | null | undefined)[]): boolean {
  const characters = expressions.reduce((sum, text) => sum + (text?.length ?? 0), 0);
  return characters > limits.loopExpressionCharacters;
}

/** A condition that was read already, and the parameter it came from. */
export interface GivenCondition {
  condition: Condition;
  parameter: string;
}

/** The same wherever the features are. */
export function selectFeatures(
  { where, objectIds: ids, uniqueIds, fullText, time }: Partial<SelectionRequest>,
  layer: HostedLayer,
  clauseContext: ClauseContext,
  given: readonly GivenCondition[] = [],
): RequestedSelection {
  const isVolatileView = layer.viewDefinition?.isVolatile === true;
  if (isVolatileView) clauseContext.onVolatile?.();
  const read =
    where === undefined
      ? []
      : [{ condition: parseCondition(where, 'where', clauseContext), parameter: 'where' }];
  // Validated even when it is always true: `1=1` costs no condition.
  const compiled = [...read, ...given].map(({ condition, parameter }) => ({
    ...compileCondition(condition, { fields: layer.fields, parameter, ...clauseContext }),
    isTrue: isAlwaysTrue(condition),
  }));
  const searched = readFullText(fullText, layer.fields);
  const conditions = [
    ...compiled.flatMap((each) => (each.isTrue ? [] : [overShown(layer, each)])),
    ...(ids ? [sql<SqlBool>`objectid = any(cast(${ids} as bigint[]))`] : []),
    ...(uniqueIds ? [sql<SqlBool>`objectid = any(cast(${uniqueIds} as bigint[]))`] : []),
    ...(searched ? [searched] : []),
    ...readTime(time, layer),
  ];
  return {
    conditions,
    space: null,
    volatile: isVolatileView || compiled.some(({ volatile }) => volatile),
  };
}

/** `1=1`, sent by clients to select everything. */
function isAlwaysTrue(condition: Condition): boolean {
  return (
    condition.kind === 'compare' &&
    condition.operator === '=' &&
    condition.left.kind === 'number' &&
    condition.right.kind === 'number' &&
    condition.left.value === condition.right.value
  );
}

/**
 * The `time` parameter: an instant or `from,to` in epoch milliseconds, `null` for open. A layer without time
 * fields ignores it, as clients expect.
 */
function readTime(text: string | undefined, layer: HostedLayer): RawBuilder<SqlBool>[] {
  const { timeInfo } = layer;
  const start = timeInfo && findField(layer.fields, timeInfo.startTimeField);
  if (text === undefined || !start) return [];
  const end = timeInfo.endTimeField ? (findField(layer.fields, timeInfo.endTimeField) ?? start) : start;
  const [from, to = from] = text.split(',').map(readInstant);
  return [
    ...(from !== null && from !== undefined
      ? [sql<SqlBool>`${sql.ref(end.column)} >= ${instantParameter(from)}`]
      : []),
    ...(to !== null && to !== undefined
      ? [sql<SqlBool>`${sql.ref(start.column)} <= ${instantParameter(to)}`]
      : []),
  ];
}

function readInstant(text: string): number | null {
  const trimmed = text.trim().toLowerCase();
  if (trimmed === 'null' || trimmed === '') return null;
  const instant = Number(trimmed);
  if (!Number.isFinite(instant) || Math.abs(instant) > 8.64e15)
    throw parameterError('time', 'Expected epoch milliseconds.');
  // Years of more or less than four digits are beyond every stored date.
  return Math.max(-62_135_596_800_000, Math.min(253_402_300_799_999, instant));
}
