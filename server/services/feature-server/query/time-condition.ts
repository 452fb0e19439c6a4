import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { findField } from '../../layer/field.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import { instantParameter } from '../../where/typed-condition.ts';
import { parameterError, type Parameters } from '../parameters.ts';

/**
 * The `time` parameter: an instant or `from,to` in epoch milliseconds, `null` for open. A layer without time ignores
 * it, as clients expect.
 */
export function readTime(parameters: Parameters, layer: HostedLayer): RawBuilder<SqlBool>[] {
  const text = parameters.text('time');
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
  // Years of more or less than four digits are beyond every date we keep.
  return Math.max(-62_135_596_800_000, Math.min(253_402_300_799_999, instant));
}
