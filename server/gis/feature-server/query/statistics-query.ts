import { z } from 'zod';
import { boolean, json, wholeNumber } from '../../../platform/arcgis/schema.ts';
import type { RawBuilder } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import type { AttributeValue, Field, FieldType } from '../../layer/field.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import { countGroups, readSummary, type SummaryColumn } from '../../storage/statistics-store.ts';
import {
  fieldTypeOf,
  statistic,
  type StatisticType,
  statisticTypes,
} from '../../storage/statistics-condition.ts';
import type { FeatureSelection } from '../../storage/feature-store.ts';
import { parseCondition, parseValue } from '../../where/parse.ts';
import type { Asking, Typed } from '../../where/typed-condition.ts';
import { compileCondition, compileValue } from '../../where/where-condition.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { readOrder, splitList } from './order-condition.ts';
import { namesField } from '../../where/syntax-tree.ts';

/** The parameters of statistics and distinct values, beside those of every query. */
export const tableParameters = {
  outStatistics: json.optional(),
  groupByFieldsForStatistics: z.string().optional(),
  having: z.string().optional(),
  orderByFields: z.string().optional(),
  resultOffset: wholeNumber(0).default(0),
  returnCountOnly: boolean.default(false),
};

type TableQuestion = z.output<z.ZodObject<typeof tableParameters>>;

/** Values without features: statistics or distinct combinations. */
export interface TableAnswer {
  fields: readonly Pick<Field, 'name' | 'alias' | 'type' | 'length' | 'domain'>[];
  rows: AttributeValue[][];
  exceeded: boolean;
}

interface NamedColumn extends SummaryColumn {
  field: TableAnswer['fields'][number];
  value: Typed;
}

const most = 64;

/** `outStatistics` with groups, HAVING, order and paging. */
export async function queryStatistics(
  database: Database,
  layer: HostedLayer,
  selection: FeatureSelection,
  asked: TableQuestion,
  limit: number,
  asking: Asking,
): Promise<TableAnswer | { count: number }> {
  const groups = readGroups(asked.groupByFieldsForStatistics, layer, asking);
  const columns = [...groups, ...readStatistics(asked.outStatistics, layer, asking)];
  const names = new Map(columns.map(({ field, value }) => [field.name.toLowerCase(), value]));
  const scope = { fields: layer.fields, ...asking, names, aggregates: true };
  const { having: clause } = asked;
  const having =
    clause === undefined
      ? null
      : compileCondition(parseCondition(clause, 'having'), { ...scope, parameter: 'having' }).sql;
  if (asked.returnCountOnly) {
    const keys = groups.map((group) => group.sql);
    return { count: await countGroups(database, layer, selection, keys, having) };
  }
  const rows = await readSummary(database, layer, {
    selection,
    columns,
    having,
    orderBy: readOrder(asked.orderByFields, scope),
    offset: asked.resultOffset,
    limit: limit + 1,
  });
  return {
    fields: columns.map(({ field }) => field),
    rows: rows.slice(0, limit),
    exceeded: rows.length > limit,
  };
}

function readGroups(text: string | undefined, layer: HostedLayer, asking: Asking): NamedColumn[] {
  const parameter = 'groupByFieldsForStatistics';
  const parts = splitList(text ?? '');
  if (parts.length > most) throw parameterError(parameter, `Expected at most ${most} fields.`);
  return parts.map((part, index) => {
    const parsed = parseValue(part, parameter);
    if (!namesField(parsed)) throw parameterError(parameter, 'Expected a field, or a value made of one.');
    const value = compileValue(parsed, { fields: layer.fields, parameter, ...asking });
    const field = value.column ?? {
      name: `EXPR_${index + 1}`,
      alias: part,
      type: fieldTypeOf(value),
      domain: null,
    };
    return { sql: value.sql, grouped: true, field, value };
  });
}

function readStatistics(given: unknown, layer: HostedLayer, asking: Asking): NamedColumn[] {
  if (!Array.isArray(given) || given.length === 0 || given.length > most) {
    throw parameterError('outStatistics', `Expected a JSON array of 1 to ${most} statistics.`);
  }
  return given.map((entry: unknown, index) =>
    readStatistic(entry as Record<string, unknown>, `outStatistics.${index}`, layer, asking),
  );
}

function readStatistic(
  entry: Record<string, unknown> | null,
  path: string,
  layer: HostedLayer,
  asking: Asking,
): NamedColumn {
  const on = String(entry?.['onStatisticField'] ?? '');
  const type = String(entry?.['statisticType'] ?? '').toLowerCase() as StatisticType;
  if (!statisticTypes.includes(type))
    throw parameterError(path, `Expected a statisticType of ${statisticTypes.join(', ')}.`);
  const value = compileValue(parseValue(on, `${path}.onStatisticField`), {
    fields: layer.fields,
    parameter: path,
    ...asking,
  });
  if (!['count', 'min', 'max'].includes(type) && value.type !== 'number')
    throw parameterError(path, `${type} takes a number.`);
  const name =
    String(entry?.['outStatisticFieldName'] ?? '') || `${type}_${value.column?.name ?? 'expression'}`;
  if (!/^[\p{L}_][\p{L}\p{N}_ .()-]{0,127}$/u.test(name))
    throw parameterError(path, 'The outStatisticFieldName is not a valid field name.');
  const { sql, fieldType } = statistic(type, value, ...readPercentile(entry, type, path));
  const typed: Typed = { sql: sql as RawBuilder<unknown>, type: typeOf(fieldType) };
  return { sql, grouped: false, value: typed, field: { name, alias: name, type: fieldType, domain: null } };
}

function readPercentile(
  entry: Record<string, unknown> | null,
  type: StatisticType,
  path: string,
): [number, boolean] {
  if (!type.startsWith('percentile')) return [0, false];
  const given = (entry?.['statisticParameters'] ?? {}) as { value?: unknown; orderBy?: unknown };
  const share = Number(given.value);
  if (!(share >= 0 && share <= 1))
    throw parameterError(path, 'Expected statisticParameters.value from 0 to 1.');
  return [share, String(given.orderBy ?? '').toUpperCase() === 'DESC'];
}

function typeOf(fieldType: FieldType): Typed['type'] {
  if (fieldType === 'esriFieldTypeString') return 'text';
  return fieldType === 'esriFieldTypeDate' ? 'instant' : 'number';
}

/** `returnDistinctValues`: the distinct combinations of the requested fields, or their number. */
export async function queryDistinct(
  database: Database,
  layer: HostedLayer,
  selection: FeatureSelection,
  asked: TableQuestion,
  fields: readonly Field[],
  limit: number,
  asking: Asking,
): Promise<TableAnswer | { count: number }> {
  const columns = fields.map(
    (field) =>
      compileValue({ kind: 'field', name: field.name, at: 0 }, { fields, parameter: 'outFields', ...asking }).sql,
  );
  if (asked.returnCountOnly) return { count: await countGroups(database, layer, selection, columns) };
  const orderBy = readOrder(asked.orderByFields, { fields, ...asking });
  const rows = await readSummary(database, layer, {
    selection,
    columns: columns.map((sql) => ({ sql, grouped: true })),
    having: null,
    orderBy: orderBy.length > 0 ? orderBy : columns.map((sql) => ({ sql, descending: false })),
    offset: asked.resultOffset,
    limit: limit + 1,
  });
  return { fields, rows: rows.slice(0, limit), exceeded: rows.length > limit };
}
