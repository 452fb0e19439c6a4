import { z } from 'zod';
import { boolean, json, wholeNumber } from '../../../platform/arcgis/schema.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inSlices } from '../../geometry/in-slices.ts';
import type { AttributeValue, Field } from '../../layer/field.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import type { FeatureSelection } from '../../storage/feature-store.ts';
import { countGroups, readGroupedShapes, readSummary, shapeBytes } from '../../storage/statistics-store.ts';
import { parseCondition } from '../../where/parse.ts';
import type { ClauseContext } from '../../where/typed-condition.ts';
import { compileCondition, compileValue } from '../../where/where-condition.ts';
import { type Aggregate, type AggregateOutput, Aggregation, checkAggregated } from './aggregate-geometry.ts';
import { readOrder } from './order-condition.ts';
import { type NamedColumn, readGroups, readStatistics, type TableField } from './read-statistics.ts';

/** The parameters of statistics and distinct values, beside those of every query. */
export const tableParameters = {
  outStatistics: json.optional(),
  groupByFieldsForStatistics: z.string().optional(),
  having: z.string().optional(),
  orderByFields: z.string().optional(),
  resultOffset: wholeNumber(0).default(0),
  returnCountOnly: boolean.default(false),
};

type TableInput = z.output<z.ZodObject<typeof tableParameters>> & {
  outSR?: number | undefined;
  defaultSR?: number | undefined;
  geometryPrecision?: number | undefined;
};

/** Values without features: statistics or distinct combinations. */
export interface TableResponse {
  fields: readonly TableField[];
  rows: AttributeValue[][];
  exceeded: boolean;
  /** Geometry of each row, by name. */
  shapes?: readonly Record<string, object | null>[];
}

/** A compiled table: reads at most so many rows of a selection, or the number of all. */
type PreparedTable = (
  database: Database,
  selection: FeatureSelection,
  limit: number,
) => Promise<TableResponse | { count: number }>;

/** `outStatistics` with groups, HAVING, order and paging. */
export function prepareStatistics(
  layer: HostedLayer,
  input: TableInput,
  clauseContext: ClauseContext,
): PreparedTable {
  const groups = readGroups(input.groupByFieldsForStatistics, layer, clauseContext);
  const statistics = readStatistics(input.outStatistics, layer, clauseContext, groups);
  const columns = [...groups, ...statistics.columns];
  const names = new Map(columns.map(({ field, value }) => [field.name.toLowerCase(), value]));
  const scope = { fields: layer.fields, ...clauseContext, names, aggregates: true };
  const { having: clause } = input;
  const having =
    clause === undefined
      ? null
      : compileCondition(parseCondition(clause, 'having', scope), { ...scope, parameter: 'having' }).sql;
  if (input.returnCountOnly) {
    const keys = groups.map((group) => group.sql);
    return async (database, selection) => ({
      count: await countGroups(database, layer, selection, keys, having),
    });
  }
  const orderBy = readOrder(input.orderByFields, scope, groups);
  const { aggregates } = statistics;
  const wkid = input.outSR ?? input.defaultSR ?? layer.wkid;
  const output = { wkid, precision: input.geometryPrecision };
  return async (database, selection, limit) => {
    const page = { offset: input.resultOffset, limit: limit + 1 };
    const found = await readSummary(database, layer, { selection, columns, having, orderBy, ...page });
    const rows = found.slice(0, limit);
    return {
      fields: columns.map(({ field }) => field),
      rows,
      exceeded: found.length > limit,
      ...(aggregates.length > 0 && {
        shapes: await aggregate(database, layer, selection, { groups, aggregates, output }, rows),
      }),
    };
  };
}

interface Aggregated {
  groups: readonly NamedColumn[];
  aggregates: readonly Aggregate[];
  output: AggregateOutput;
}

/** The geometry of each group that is wanted, in the order of the rows. */
async function aggregate(
  database: Database,
  layer: HostedLayer,
  selection: FeatureSelection,
  { groups, aggregates, output }: Aggregated,
  rows: readonly AttributeValue[][],
): Promise<Record<string, object | null>[]> {
  checkAggregated(await shapeBytes(database, layer, selection), selection.onLoop ?? false);
  const keyOf = (values: readonly AttributeValue[]) => JSON.stringify(values.slice(0, groups.length));
  const found = new Map(rows.map((row) => [keyOf(row), new Aggregation()]));
  const shapes = await readGroupedShapes(
    database,
    layer,
    selection,
    groups.map(({ sql }) => sql),
  );
  const add = (slice: readonly (typeof shapes)[number][]) => {
    for (const { group, shape } of slice) found.get(keyOf(group))?.add(shape);
  };
  await inSlices(shapes, ({ shape }) => shape, add);
  return rows.map((row) =>
    Object.fromEntries(
      aggregates.map((one) => [one.name, found.get(keyOf(row))?.write(one, layer.wkid, output) ?? null]),
    ),
  );
}

/** `returnDistinctValues`: the distinct combinations of the requested fields, or their number. */
export function prepareDistinct(
  layer: HostedLayer,
  input: TableInput,
  fields: readonly Field[],
  clauseContext: ClauseContext,
): PreparedTable {
  const columns = fields.map(
    (field) =>
      compileValue(
        { kind: 'field', name: field.name, at: 0 },
        { fields, parameter: 'outFields', ...clauseContext },
      ).sql,
  );
  if (input.returnCountOnly)
    return async (database, selection) => ({
      count: await countGroups(database, layer, selection, columns),
    });
  const orderBy = readOrder(input.orderByFields, { fields, ...clauseContext });
  return async (database, selection, limit) => {
    const rows = await readSummary(database, layer, {
      selection,
      columns: columns.map((sql) => ({ sql, grouped: true })),
      having: null,
      orderBy: orderBy.length > 0 ? orderBy : columns.map((sql) => ({ sql, descending: false })),
      offset: input.resultOffset,
      limit: limit + 1,
    });
    return { fields, rows: rows.slice(0, limit), exceeded: rows.length > limit };
  };
}
