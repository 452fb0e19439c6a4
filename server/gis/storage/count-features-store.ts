import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { TooHeavy } from '../../platform/threads/too-heavy.ts';
import { limits } from '../../limits.ts';
import type { Envelope, Geometry } from '../geometry/geometry.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { readRows } from './feature-rows-store.ts';
import {
  all,
  asCompilable,
  type FeatureSelection,
  matching,
  refuseHeavy,
  tableOf,
  testShapes,
} from './feature-store.ts';
import {
  candidateCondition,
  certainCondition,
  isDecidedByBox,
  type SpatialFilter,
} from './spatial-condition.ts';
import { readWithinLimit } from './weighed-rows-store.ts';

export async function countFeatures(
  database: Database,
  layer: HostedLayer,
  selection: FeatureSelection,
): Promise<number> {
  const { conditions, space, onLoop = false } = selection;
  // Of a view that depends on the time, the known count may be a minute old.
  const isKnown = !layer.viewDefinition?.isVolatile;
  if (isKnown && conditions.length === 0 && !space) return layer.featureCount;
  if (onLoop && space && !isDecidedByBox(layer, space))
    return countAndTest(database, layer, conditions, space);
  const condition = await matching(database, layer, selection);
  const rows = await readRows(
    database,
    asCompilable(sql`select count(*) from ${tableOf(layer)} where ${condition}`, database),
  );
  return rows[0]?.[0] as number;
}

/** Counts what the envelope decides and reads what it does not, where that is little, in one statement. */
async function countAndTest(
  database: Database,
  layer: HostedLayer,
  conditions: readonly RawBuilder<SqlBool>[],
  space: SpatialFilter,
): Promise<number> {
  refuseHeavy(space);
  const table = tableOf(layer);
  const certain = certainCondition(layer, space);
  const candidates = [...conditions, candidateCondition(layer, space)];
  const rest = sql`from (
    select count(*) as certain, null::bytea as shape from ${table} where ${all([...candidates, certain])}
    union all
    (select null, shape from ${table} where ${all([...candidates, sql<SqlBool>`not ${certain}`])}
      limit ${limits.loopCandidates})) as parts`;
  const columns = [
    { sql: sql`certain`, wide: false },
    { sql: sql`shape`, wide: true },
  ];
  const { rows } = await readWithinLimit(database, { columns, rest }, { onLoop: true });
  const undecided = rows.filter(([count]) => count === null);
  if (undecided.length === limits.loopCandidates) throw new TooHeavy();
  const counted = rows.reduce((sum, [count]) => sum + Number(count), 0);
  return counted + (await testShapes(undecided as [null, Geometry][], space)).length;
}

/** Count and extent (the layer's own spatial reference; null without geometry) of all matching features. */
export async function readExtent(
  database: Database,
  layer: HostedLayer,
  selection: FeatureSelection,
): Promise<{ count: number; extent: Envelope | null }> {
  const condition = await matching(database, layer, selection);
  const query = sql`select count(*), min((box[1])[0]), min((box[1])[1]), max((box[0])[0]), max((box[0])[1])
    from ${tableOf(layer)} where ${condition}`;
  const [row] = await readRows(database, asCompilable(query, database));
  const [count, xmin, ymin, xmax, ymax] = row as [number, number | null, number, number, number];
  return { count, extent: xmin === null ? null : { xmin, ymin, xmax, ymax } };
}
