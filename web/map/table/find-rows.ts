import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type Query from '@arcgis/core/rest/support/Query.js';
import { fold } from '../../../wire/fold.ts';
import { fieldsOf, type LayerField } from '../layers/layer-fields.ts';
import { sqlAll, sqlInstant, sqlLike, sqlLiteral } from '../layers/sql.ts';
import { fieldTime } from '../layers/time-zone.ts';
import type { ColumnSort } from './columns.ts';

/** Rows that can be visited one after the other. */
export const maxFound = 1000;

export interface FoundRows {
  /** Object ids in the order of the table, at most a thousand. */
  ids: readonly number[];
  /** The number of all rows found. */
  total: number;
}

/** The condition of rows with a text in one of the fields; undefined if no field can hold it. */
export function whereContains(fields: readonly LayerField[], text: string): string | undefined {
  const wanted = fold(text);
  const conditions = fields.flatMap(({ name, kind, choices }) => {
    if (!choices) return kind === 'text' ? [sqlLike(name, text)] : [];
    const codes = choices.filter(({ title }) => fold(title).includes(wanted));
    return codes.length > 0 ? [`${name} IN (${codes.map(({ value }) => sqlLiteral(value)).join(', ')})`] : [];
  });
  return conditions.length > 0 ? conditions.join(' OR ') : undefined;
}

interface Finding {
  /** Creates a query of the table's rows. */
  query: (where?: string) => Query;
  sort: readonly ColumnSort[];
  signal: AbortSignal;
}

/** Rows with a text in one of the shown fields, in the order of the table. */
export async function findRows(
  layer: FeatureLayer,
  { text, shown, query, sort, signal }: Finding & { text: string; shown: readonly string[] },
): Promise<FoundRows> {
  const fields = fieldsOf(layer).filter(({ name }) => shown.includes(name));
  const where = whereContains(fields, text);
  if (where === undefined) return { ids: [], total: 0 };
  const page = query(where);
  page.outFields = [layer.objectIdField];
  page.orderByFields = orderOf(layer, sort);
  page.num = maxFound;
  const [total, { features }] = await Promise.all([
    layer.queryFeatureCount(query(where), { signal }),
    layer.queryFeatures(page, { signal }),
  ]);
  const ids = features.map((feature) => feature.getObjectId()).filter((id) => typeof id === 'number');
  return { ids, total };
}

function orderOf({ objectIdField }: FeatureLayer, sort: readonly ColumnSort[]): string[] {
  const order = sort.map(({ name, descending }) => `${name} ${descending ? 'DESC' : 'ASC'}`);
  return sort.some(({ name }) => name === objectIdField) ? order : [...order, objectIdField];
}

/** The number of rows above a row; undefined if it is not in the table. */
export async function rowsAbove(
  layer: FeatureLayer,
  id: number,
  { query, sort, signal }: Finding,
): Promise<number | undefined> {
  const one = query();
  one.outFields = [layer.objectIdField, ...sort.map(({ name }) => name)];
  one.objectIds = [id];
  const { features } = await layer.queryFeatures(one, { signal });
  const [feature] = features;
  if (!feature) return undefined;
  const values = feature.attributes as Record<string, string | number | null | undefined>;
  const keys = [...sort, { name: layer.objectIdField, descending: false }].map((key) => ({
    ...key,
    literal: literalOf(layer, key.name, values[key.name]),
  }));
  return await layer.queryFeatureCount(query(whereBefore(keys)), { signal });
}

export interface SortKey extends ColumnSort {
  /** SQL of the row's value; undefined for none. */
  literal: string | undefined;
}

/**
 * The condition of rows before one with these values. Rows without a value are the last ones, or in
 * descending order the first.
 */
export function whereBefore(keys: readonly SortKey[]): string {
  const steps = keys.flatMap((key, index) => {
    const before = isBefore(key);
    return before ? [sqlAll(...keys.slice(0, index).map(isEqual), before)] : [];
  });
  return steps.length > 0 ? steps.map((step) => `(${step})`).join(' OR ') : '1=0';
}

function isBefore({ name, descending, literal }: SortKey): string | undefined {
  if (literal === undefined) return descending ? undefined : `${name} IS NOT NULL`;
  return descending ? `${name} > ${literal} OR ${name} IS NULL` : `${name} < ${literal}`;
}

const isEqual = ({ name, literal }: SortKey) =>
  literal === undefined ? `${name} IS NULL` : `${name} = ${literal}`;

function literalOf(
  layer: FeatureLayer,
  name: string,
  value: string | number | null | undefined,
): string | undefined {
  if (value === null || value === undefined) return undefined;
  const type = layer.getField(name)?.type;
  // SQL does not know the time zone of the map.
  const { sqlZone } = fieldTime(layer, undefined);
  if (type === 'date') return sqlInstant(Number(value), 'date', sqlZone);
  if (type === 'date-only') return sqlInstant(Date.parse(String(value)), 'date-only', sqlZone);
  return sqlLiteral(value);
}
