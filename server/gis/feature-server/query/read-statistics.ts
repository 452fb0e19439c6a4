import { parameterError } from '../../../platform/arcgis/parameters.ts';
import type { Field } from '../../layer/field.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import {
  exceedsLimit,
  fieldTypeOf,
  statistic,
  type StatisticType,
  statisticTypes,
} from '../../storage/statistics-condition.ts';
import type { SummaryColumn } from '../../storage/statistics-store.ts';
import { parseValue } from '../../where/parse.ts';
import { print } from '../../where/print.ts';
import { namesField } from '../../where/syntax-tree.ts';
import { type ClauseContext, type Typed, typeOfField } from '../../where/typed-condition.ts';
import { compileValue } from '../../where/where-condition.ts';
import { type Aggregate, aggregateNames } from './aggregate-geometry.ts';
import { splitList } from './order-condition.ts';

/** A field of a table of statistics or distinct values. */
export type TableField = Pick<Field, 'name' | 'alias' | 'type' | 'length' | 'domain'>;

/** A group or statistic: its column in the database, and its field in the response. */
export interface NamedColumn extends SummaryColumn {
  field: TableField;
  value: Typed;
}

/** Groups or statistics of one request. */
const max = 64;

type Entry = Readonly<Record<string, unknown>>;

/** The groups of a summary, and the text of each as the query language writes it. */
export function readGroups(
  text: string | undefined,
  layer: HostedLayer,
  clauseContext: ClauseContext,
): (NamedColumn & { text: string })[] {
  const parameter = 'groupByFieldsForStatistics';
  const parts = splitList(text ?? '');
  if (parts.length > max) throw parameterError(parameter, `Expected at most ${max} fields.`);
  return parts.map((part, index) => {
    const parsed = parseValue(part, parameter, clauseContext);
    if (!namesField(parsed)) throw parameterError(parameter, 'Expected a field, or a value made of one.');
    const value = compileValue(parsed, { fields: layer.fields, parameter, ...clauseContext });
    const field = value.column ?? {
      name: `EXPR_${index + 1}`,
      alias: part,
      type: fieldTypeOf(value),
      domain: null,
    };
    return { sql: value.sql, grouped: true, field, value, text: print(parsed) };
  });
}

/**
 * Reads `outStatistics` as columns of the database, and geometry made of the features of a group.
 * @param groups the other columns of the response, whose names are taken
 */
export function readStatistics(
  given: unknown,
  layer: HostedLayer,
  clauseContext: ClauseContext,
  groups: readonly NamedColumn[] = [],
): { columns: NamedColumn[]; aggregates: Aggregate[] } {
  if (!Array.isArray(given) || given.length === 0 || given.length > max) {
    throw parameterError('outStatistics', `Expected a JSON array of 1 to ${max} statistics.`);
  }
  const columns: NamedColumn[] = [];
  const aggregates: Aggregate[] = [];
  // What each name stands for: of two values with one name, the response would lose one.
  const taken = new Map<string, unknown>(groups.map(({ field }) => [field.name.toLowerCase(), field]));
  for (const [index, one] of (given as unknown[]).entries()) {
    const path = `outStatistics.${index}`;
    const entry = (typeof one === 'object' && one !== null ? one : {}) as Entry;
    const type = String(entry['statisticType'] ?? '').toLowerCase();
    const aggregate = aggregateNames.find((name) => name.toLowerCase() === type);
    const column = aggregate ? undefined : readStatistic(entry, type, path, layer, clauseContext);
    const name = column?.field.name ?? nameOf(entry, aggregate ?? '', path);
    const text = JSON.stringify(entry);
    const same = taken.get(name.toLowerCase());
    if (same === text) continue;
    if (same !== undefined)
      throw parameterError(
        path,
        `Another statistic or a group has the name ${name}. Choose another outStatisticFieldName.`,
      );
    taken.set(name.toLowerCase(), text);
    if (aggregate) aggregates.push({ type: aggregate, name });
    if (column) columns.push(column);
  }
  if (aggregates.length > 0 && layer.geometryType === null)
    throw parameterError('outStatistics', 'A table has no geometry to aggregate.');
  return { columns, aggregates };
}

function readStatistic(
  entry: Entry,
  type: string,
  path: string,
  layer: HostedLayer,
  clauseContext: ClauseContext,
): NamedColumn {
  if (type === 'exceedslimit') return exceeding(entry, path, layer);
  const known = statisticTypes.find((each) => each === type);
  if (!known)
    throw parameterError(
      path,
      `Expected a statisticType of ${[...statisticTypes, 'exceedslimit', ...aggregateNames].join(', ')}.`,
    );
  const on = parseValue(String(entry['onStatisticField'] ?? ''), `${path}.onStatisticField`, clauseContext);
  const value = compileValue(on, { fields: layer.fields, parameter: path, ...clauseContext });
  if (!['count', 'min', 'max'].includes(known) && value.type !== 'number')
    throw parameterError(path, `${known} takes a number.`);
  if (value.type === 'interval') throw parameterError(path, 'Intervals have no statistics.');
  const name = nameOf(entry, `${known}_${value.column?.name ?? 'expression'}`, path);
  return named(name, statistic(known, value, ...readPercentile(entry, known, path)));
}

function exceeding(entry: Entry, path: string, layer: HostedLayer): NamedColumn {
  const limit = (name: string) => {
    const value = entry[name];
    if (value === undefined || value === null) return undefined;
    if (!Number.isSafeInteger(value) || (value as number) < 0)
      throw parameterError(`${path}.${name}`, 'This must be a whole number of at least 0.');
    return value as number;
  };
  const limits = {
    maxRecordCount: limit('maxRecordCount'),
    maxPointCount: limit('maxPointCount'),
    maxVertexCount: limit('maxVertexCount'),
  };
  if (Object.values(limits).every((value) => value === undefined))
    throw parameterError(path, 'Specify maxRecordCount, maxPointCount or maxVertexCount.');
  return named(nameOf(entry, 'exceedslimit', path), exceedsLimit(layer, limits));
}

function named(name: string, { sql, fieldType }: ReturnType<typeof statistic>): NamedColumn {
  // The statistics of GUIDs are texts.
  const type = typeOfField({ type: fieldType });
  const value: Typed = { sql, type: type === 'guid' ? 'text' : type };
  return { sql, grouped: false, value, field: { name, alias: name, type: fieldType, domain: null } };
}

function nameOf(entry: Entry, usual: string, path: string): string {
  const name = String(entry['outStatisticFieldName'] ?? '') || usual;
  if (!/^[\p{L}_][\p{L}\p{N}_ .()-]{0,127}$/u.test(name))
    throw parameterError(path, 'The outStatisticFieldName is not a valid field name.');
  return name;
}

function readPercentile(entry: Entry, type: StatisticType, path: string): [number, boolean] {
  // ArcGIS defines no parameters for other statistics.
  if (!type.startsWith('percentile')) return [0, false];
  const given = (entry['statisticParameters'] ?? {}) as { value?: unknown; orderBy?: unknown };
  const share = Number(given.value);
  if (!(share >= 0 && share <= 1))
    throw parameterError(path, 'Expected statisticParameters.value from 0 to 1.');
  const order = String(given.orderBy || 'ASC').toUpperCase();
  if (order !== 'ASC' && order !== 'DESC')
    throw parameterError(path, 'Expected statisticParameters.orderBy of ASC or DESC.');
  return [share, order === 'DESC'];
}
