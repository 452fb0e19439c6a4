import { sql } from 'kysely';
import { SharedWork } from '../../platform/budgets/shared-work.ts';
import type { Database } from '../../platform/database/connect.ts';
import { type HostedLayer, stateOf } from '../layer/layer.ts';
import { LeastRecentlyUsed } from '../../platform/budgets/least-recently-used.ts';
import { tableOf } from './feature-store.ts';
import { historyName } from './layer-table-store.ts';

type Measures = Pick<HostedLayer, 'featureCount' | 'extent'>;

/** Values in the cache. */
const cached = 2000;
/** Of each database: the values in the cache, and those that are being computed. */
const known = new WeakMap<
  Database,
  { values: LeastRecentlyUsed<{ value: unknown }>; underWay: SharedWork<unknown> }
>();

/**
 * A value computed from all features of a layer, cached until an edit, and where a view depends on the time for a minute;
 * computed once for all requests that need it at the same time. Computed each time in a transaction, which sees changes that
 * may be undone.
 * @param name distinguishes the values of a layer
 */
export async function untilEdit<Value>(
  database: Database,
  layer: HostedLayer,
  name: string,
  compute: () => Promise<Value>,
): Promise<Value> {
  if (database.isTransaction) return compute();
  const { values, underWay } = known.get(database) ?? {
    values: new LeastRecentlyUsed<{ value: unknown }>(cached),
    underWay: new SharedWork<unknown>(),
  };
  known.set(database, { values, underWay });
  const key = keyOf(layer, name);
  const entry = values.get(key) ?? { value: await underWay.join(key, compute) };
  values.set(key, entry);
  return entry.value as Value;
}

/** Whether `untilEdit` has the value in its cache. */
export function isCached(database: Database, layer: HostedLayer, name: string): boolean {
  return known.get(database)?.values.get(keyOf(layer, name)) !== undefined;
}

function keyOf(layer: HostedLayer, name: string): string {
  const minute = layer.viewDefinition?.isVolatile ? Math.floor(Date.now() / 60_000) : '';
  return `${name} ${layer.tableName}@${layer.moment ?? ''}/${stateOf(layer)}/${minute}`;
}

/**
 * A view's layer with the number and the extent of the features that it shows: those of its source would reveal the others.
 */
export async function measureView(database: Database, layer: HostedLayer): Promise<HostedLayer> {
  return isFiltered(layer) ? measured(database, layer) : layer;
}

/** Whether `measureView` reads no table. */
export function isMeasured(database: Database, layer: HostedLayer): boolean {
  return !isFiltered(layer) || isCached(database, layer, measures);
}

function isFiltered({ viewDefinition }: HostedLayer): boolean {
  return viewDefinition ? viewDefinition.where !== null : false;
}

const measures = 'measures';

/** A layer, maybe of a moment, with the number and the extent of its features. */
export async function measured(database: Database, layer: HostedLayer): Promise<HostedLayer> {
  // Between two changes every moment has the same.
  const { moment } = layer;
  const of = moment === undefined ? layer : { ...layer, moment: await lastChange(database, layer, moment) };
  return { ...layer, ...(await untilEdit(database, of, measures, () => measure(database, of))) };
}

/** The last change of a layer's table at or before a moment, else the beginning of its history. */
async function lastChange(database: Database, layer: HostedLayer, moment: number): Promise<number> {
  const history = sql.id('hosted', historyName(layer.source?.tableName ?? layer.tableName));
  const { rows } = await sql<{ last: number | null }>`
    select max(until) as last from ${history} where until <= ${moment}`.execute(database);
  return rows[0]?.last ?? layer.archive?.startedAt ?? moment;
}

async function measure(database: Database, layer: HostedLayer): Promise<Measures> {
  const { rows } = await sql<{
    features: number;
    xmin: number | null;
    ymin: number | null;
    xmax: number | null;
    ymax: number | null;
  }>`select count(*)::float8 as features, min((box[1])[0]) as xmin, min((box[1])[1]) as ymin,
      max((box[0])[0]) as xmax, max((box[0])[1]) as ymax from ${tableOf(layer)}`.execute(database);
  const { features = 0, xmin = null, ymin = null, xmax = null, ymax = null } = rows[0] ?? {};
  const hasExtent = xmin !== null && ymin !== null && xmax !== null && ymax !== null;
  return { featureCount: features, extent: hasExtent ? { xmin, ymin, xmax, ymax } : null };
}
