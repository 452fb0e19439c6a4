import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../limits.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { AttributeValue } from '../layer/field.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { columnsOf } from './archive-store.ts';
import { editInTransaction, LayerEdits } from './edit-store.ts';
import { readRows, type RowLimit } from './feature-rows-store.ts';
import { asCompilable, tableOf } from './feature-store.ts';
import { historyName } from './layer-table-store.ts';
import { recount } from './schema-store.ts';

/** A change of a feature, with what is different after it. */
export interface PastChange {
  objectId: number;
  globalId: string;
  /** Epoch milliseconds. */
  moment: number;
  editor: string | null;
  change: 'added' | 'changed' | 'deleted';
  fields: { name: string; from: AttributeValue; to: AttributeValue }[];
  geometryChanged: boolean;
}

export interface ChangesQuery {
  objectIds?: readonly number[] | undefined;
  from?: number | undefined;
  to?: number | undefined;
  /** Username of who made the changes. */
  editor?: string | undefined;
  offset: number;
  limit: number;
}

/**
 * Changes of a layer's features, newest first.
 * @throws MappingError `services:invalid-query` (400) where their values are too large together; TooHeavy for those on the event loop
 */
export async function readChanges(
  database: Database,
  layer: HostedLayer,
  { objectIds, from, to, editor, offset, limit }: ChangesQuery,
  reading?: Pick<RowLimit, 'onLoop'>,
): Promise<PastChange[]> {
  const history = sql`${sql.id('hosted', historyName(layer.tableName))}`;
  const conditions: RawBuilder<SqlBool>[] = [
    sql`true`,
    ...(objectIds ? [sql<SqlBool>`objectid = any(cast(${objectIds} as bigint[]))`] : []),
    ...(from === undefined ? [] : [sql<SqlBool>`until >= ${from}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`until <= ${to}`]),
    ...(editor === undefined ? [] : [sql<SqlBool>`editor = ${editor}`]),
  ];
  // A feature that was added and deleted in one edit was never there.
  const isReal = sql<SqlBool>`(act <> 'insert' or coalesce(
      (select later.act <> 'insert' from ${history} as later where later.objectid = version.objectid
        and later.until > version.until order by later.until limit 1),
      exists (select from ${tableOf(layer)} as present where present.objectid = version.objectid)))`;
  const fields = layer.fields.slice(2);
  const before = fields.map(({ column }) => sql`past.${sql.id(column)}`);
  const after = fields.map(
    ({ column }) =>
      sql`case when next.until is null then present.${sql.id(column)} else next.${sql.id(column)} end`,
  );
  const isThere = sql`case when next.until is null then present.objectid is not null else next.act <> 'insert' end`;
  const shapeAfter = sql`case when next.until is null then present.shape else next.shape end`;
  const query = sql`select past.objectid, past.globalid, past.until, past.editor, past.act <> 'insert', ${isThere},
      past.shape is distinct from ${shapeAfter}, ${sql.join([...before, ...after])}
    from (select * from ${history} as version where ${sql.join([...conditions, isReal], sql` and `)}
      order by until desc, objectid limit ${limit} offset ${offset}) as past
    left join lateral (select * from ${history} as later where later.objectid = past.objectid and later.until > past.until
      order by later.until limit 1) as next on true
    left join ${tableOf(layer)} as present on present.objectid = past.objectid
    order by past.until desc, past.objectid`;
  const rows = await readRows(database, asCompilable(query, database), reading);
  return rows.map((row): PastChange => {
    const [objectId, globalId, moment, editor, wasThere, remains, geometryChanged, ...values] = row;
    const differences = fields.flatMap(({ name }, index) => {
      const [old, next] = [values[index], values[fields.length + index]] as AttributeValue[];
      return old === next ? [] : [{ name, from: old ?? null, to: next ?? null }];
    });
    return {
      objectId: objectId as number,
      globalId: globalId as string,
      moment: moment as number,
      editor: editor as string | null,
      change: wasThere ? (remains ? 'changed' : 'deleted') : 'added',
      fields: differences,
      geometryChanged: geometryChanged as boolean,
    };
  });
}

/** The names of those who changed features of a layer, in alphabetical order. */
export async function readEditors(database: Database, layer: HostedLayer, max: number): Promise<string[]> {
  const history = sql.id('hosted', historyName(layer.tableName));
  const { rows } = await sql<{ editor: string }>`select distinct editor from ${history}
    where editor is not null order by editor limit ${max}`.execute(database);
  return rows.map(({ editor }) => editor);
}

/** The features to restore, and the moment. */
interface RestoredPart {
  moment: number;
  /** Absent: every feature. */
  objectIds?: readonly number[] | undefined;
}

/** Numbers of features that were put back. */
export interface RestoredCounts {
  added: number;
  updated: number;
  deleted: number;
}

/**
 * Counts what putting features back would change.
 * @throws MappingError `services:too-many-restored` above `limits.restoredFeatures`
 */
export async function countRestoration(
  database: Database,
  layer: HostedLayer,
  part: RestoredPart,
): Promise<RestoredCounts> {
  const { table, past, chosen, of } = restorationOf(layer, part);
  const { rows } = await sql<RestoredCounts>`select
      count(*) filter (where present.objectid is null)::int as added,
      count(*) filter (where past.objectid is null)::int as deleted,
      count(*) filter (where past.objectid = present.objectid
        and (${of('past')}) is distinct from (${of('present')}))::int as updated
    from (select * from ${table} where ${chosen}) as present
    full join (select * from ${past} where ${chosen}) as past on past.objectid = present.objectid`.execute(
    database,
  );
  const counts = rows[0] ?? { added: 0, updated: 0, deleted: 0 };
  const changed = counts.added + counts.updated + counts.deleted;
  if (changed > limits.restoredFeatures) throw tooManyRestored(changed);
  return counts;
}

function tooManyRestored(changed: number): MappingError {
  return new MappingError(
    'services:too-many-restored',
    `${changed} features differ from that moment, more than the ${limits.restoredFeatures} that one request may put back. Choose a later moment, or put features back in parts, by objectIds.`,
    { status: 400 },
  );
}

/** The tables and columns of a restoration. */
function restorationOf(layer: HostedLayer, { moment, objectIds }: RestoredPart) {
  const columns = columnsOf(layer);
  return {
    table: tableOf(layer),
    past: tableOf({ ...layer, moment }),
    chosen: objectIds ? sql<SqlBool>`objectid = any(cast(${objectIds} as bigint[]))` : sql<SqlBool>`true`,
    columns,
    /** The columns that are compared. */
    of: (alias: string) => sql.join(columns.slice(3).map((column) => sql`${sql.id(alias, column)}`)),
  };
}

export interface Restoration extends RestoredPart {
  now: number;
  caller: string | null;
  /** Additional work in the same transaction. */
  finish: (transaction: Database) => Promise<void>;
}

/**
 * Puts features back to a moment, in one transaction; undefined when the layer has been deleted. Attachments are not restored.
 * @throws MappingError `services:too-many-restored`, before anything is changed
 */
export async function restoreFeatures(
  database: Database,
  layer: HostedLayer,
  { now, caller, finish, ...part }: Restoration,
): Promise<(RestoredCounts & { editMoment: number }) | undefined> {
  const { table, past, chosen, columns, of } = restorationOf(layer, part);
  const names = sql.join(columns.map((column) => sql.id(column)));
  const assignments = columns.slice(1).map((column) => sql`${sql.id(column)} = past.${sql.id(column)}`);
  let counts: (RestoredCounts & { editMoment: number }) | undefined;
  await editInTransaction(database, async (transaction) => {
    const edits = await LayerEdits.begin(transaction, layer, { now, caller });
    if (!edits) return false;
    await countRestoration(transaction, layer, part);
    const run = async (statement: RawBuilder<unknown>) =>
      Number((await statement.execute(transaction)).numAffectedRows ?? 0n);
    const gone = sql`delete from ${table} where ${chosen}
      and not exists (select from ${past} as past where past.objectid = ${table}.objectid)`;
    const deleted = await run(gone);
    const updated = await run(sql`update ${table} as present set ${sql.join(assignments)}
      from (select * from ${past} where ${chosen}) as past
      where past.objectid = present.objectid and (${of('past')}) is distinct from (${of('present')})`);
    const added = await run(sql`insert into ${table} (${names}) select ${names} from ${past} as past
      where ${chosen} and not exists (select from ${table} as present where present.objectid = past.objectid)`);
    counts = { added, updated, deleted, editMoment: edits.moment };
    if (deleted > 0)
      await sql`delete from hosted_attachment where service_id = ${layer.service.id} and layer_id = ${layer.layerId}
        and parent_objectid >= 0 and not exists (select from ${table} where objectid = parent_objectid)`.execute(
        transaction,
      );
    await recount(transaction, layer, now);
    await finish(transaction);
    return true;
  });
  return counts;
}
