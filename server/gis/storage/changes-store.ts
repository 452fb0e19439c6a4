import { sql, type SqlBool } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { columnsOf } from './archive-store.ts';
import { readRows } from './feature-rows-store.ts';
import {
  asCompilable,
  type FeatureRow,
  type FeatureSelection,
  matching,
  readFeatures,
  readObjectIds,
  tableOf,
} from './feature-store.ts';
import { historyName } from './layer-table-store.ts';

/** A feature that differs between two generations of its layer. */
export interface ChangedFeature {
  objectId: number;
  globalId: string;
  change: 'added' | 'changed' | 'deleted';
}

/** Two generations, which are edit times of the layer: changes are those after the first, up to the second. */
export interface GenerationRange {
  from: number;
  to: number;
}

/**
 * Compares a selection of features between two generations. A feature that the selection no longer contains counts as
 * deleted, and one that it contains now as added. Edits committed meanwhile are later than `to` and change nothing.
 * @param max how many features may have been edited; undefined is returned when there are more
 */
export async function compareGenerations(
  database: Database,
  layer: HostedLayer,
  { from, to }: GenerationRange,
  selection: FeatureSelection,
  max: number,
): Promise<ChangedFeature[] | undefined> {
  const history = sql.id('hosted', historyName(layer.tableName));
  const edited = sql`select distinct objectid from ${history} where until > ${from} and until <= ${to} limit ${max + 1}`;
  const ids = (await readRows(database, asCompilable(edited, database))).map(([id]) => id as number);
  if (ids.length > max) return undefined;
  if (ids.length === 0) return [];
  const among = {
    ...selection,
    conditions: [...selection.conditions, withIds(ids)],
  };
  const [past, present] = [
    { ...layer, moment: from },
    { ...layer, moment: to },
  ];
  const rowsOf = async (moment: HostedLayer) =>
    sql`(select * from ${tableOf(moment)} where ${await matching(database, moment, among)})`;
  const compared = (alias: string) =>
    sql.join(
      columnsOf(layer)
        .slice(3)
        .map((column) => sql`${sql.id(alias, column)}`),
    );
  const query = sql`select coalesce(present.objectid, past.objectid), coalesce(present.globalid, past.globalid),
      past.objectid is not null, present.objectid is not null
    from ${await rowsOf(past)} as past full join ${await rowsOf(present)} as present on present.objectid = past.objectid
    where past.objectid is null or present.objectid is null
      or (${compared('past')}) is distinct from (${compared('present')})
    order by 1`;
  const rows = await readRows(database, asCompilable(query, database));
  return rows.map(([objectId, globalId, was, is]) => ({
    objectId: objectId as number,
    globalId: globalId as string,
    change: was ? (is ? 'changed' : 'deleted') : 'added',
  }));
}

/**
 * Features that a user edited between two generations: the copy of that user may have what neither generation has. `gone` are
 * GlobalIDs of those that the user added and the selection does not contain at the second generation, `present` those that it
 * contains, though others may have put back what they were at the first one.
 */
export async function ownEdits(
  database: Database,
  layer: HostedLayer,
  { from, to }: GenerationRange,
  selection: FeatureSelection,
  { editor, max }: { editor: string; max: number },
): Promise<{ gone: string[]; present: ChangedFeature[] }> {
  const history = sql.id('hosted', historyName(layer.tableName));
  const edited = sql`select objectid, globalid, bool_or(act = 'insert'), bool_or(act = 'delete') from ${history}
    where until > ${from} and until <= ${to} and editor = ${editor} group by 1, 2 limit ${max}`;
  const rows = (await readRows(database, asCompilable(edited, database))) as [
    number,
    string,
    boolean,
    boolean,
  ][];
  if (rows.length === 0) return { gone: [], present: [] };
  const among = { ...selection, conditions: [...selection.conditions, withIds(rows.map(([id]) => id))] };
  const present = new Set(await readObjectIds(database, { ...layer, moment: to }, among));
  return {
    gone: rows.flatMap(([objectId, globalId, isAdded]) =>
      isAdded && !present.has(objectId) ? [globalId] : [],
    ),
    // A feature that the user deleted and another put back is new to the copy.
    present: rows.flatMap(([objectId, globalId, , isDeleted]) =>
      present.has(objectId) ? [{ objectId, globalId, change: isDeleted ? 'added' : 'changed' }] : [],
    ),
  };
}

/** Features of a generation with all their attributes and geometry, by object id. */
export async function readGeneration(
  database: Database,
  layer: HostedLayer,
  generation: number,
  ids: readonly number[],
): Promise<FeatureRow[]> {
  if (ids.length === 0) return [];
  return readFeatures(
    database,
    { ...layer, moment: generation },
    {
      selection: { conditions: [withIds(ids)], space: null },
      fields: layer.fields,
      geometry: layer.geometryType !== null,
      orderBy: [],
      offset: 0,
      limit: ids.length,
    },
  );
}

function withIds(ids: readonly number[]) {
  return sql<SqlBool>`objectid = any(cast(${ids} as bigint[]))`;
}
