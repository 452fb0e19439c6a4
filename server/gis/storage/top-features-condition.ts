import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { type FeatureSelection, matching, tableOf } from './feature-store.ts';

export interface TopOfGroups {
  groups: readonly RawBuilder<unknown>[];
  order: readonly { sql: RawBuilder<unknown>; descending: boolean }[];
  /** Features of each group. */
  count: number;
}

/** The condition that only the first features of each group of a selection meet; object ids break ties. */
export async function topFeatures(
  database: Database,
  layer: HostedLayer,
  selection: FeatureSelection,
  { groups, order, count }: TopOfGroups,
): Promise<RawBuilder<SqlBool>> {
  const condition = await matching(database, layer, selection);
  const terms = order.map(
    ({ sql: term, descending }) => sql`${term} ${descending ? sql`desc nulls last` : sql`asc nulls first`}`,
  );
  return sql<SqlBool>`objectid in (select ranked.objectid from (
    select objectid, row_number() over (partition by ${sql.join(groups)} order by ${sql.join([...terms, sql`objectid`])}) as place
    from ${tableOf(layer)} where ${condition}) as ranked where ranked.place <= cast(${count} as bigint))`;
}
