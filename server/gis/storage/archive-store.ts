import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { archiveFunction, historyName, pastFunction } from './layer-table-store.ts';

/**
 * The history of archived layers. Beside a layer's table, a second one holds each version of a feature that an edit has
 * replaced, until when it was current, and who replaced it. Triggers fill it, so that no way of editing is left out, in the
 * transaction of the edit. The features of a moment are those of today, with the first version that ended after it in place
 * of each feature that was edited since.
 */

/** Settings of a transaction that the triggers read: the moment of its changes, who makes them, and whether quotas refuse them. */
const settings = {
  moment: 'mapping.moment',
  editor: 'mapping.editor',
  unchecked: 'mapping.unchecked',
} as const;

const qualified = (name: string) => sql`${sql.id('hosted', name)}`;
/** Columns of a layer's table: object id, global id and geometry, then those of its fields. */
export const columnsOf = ({ fields }: Pick<HostedLayer, 'fields'>) => [
  'objectid',
  'globalid',
  'box',
  'shape',
  ...fields.slice(2).map(({ column }) => column),
];

/** Creates the history of a layer, empty: its features are as they are now. */
export async function createArchive(transaction: Database, layer: HostedLayer): Promise<void> {
  const { tableName } = layer;
  const history = qualified(historyName(tableName));
  const statements = [
    sql`create table ${history} (like ${qualified(tableName)} including storage,
      until bigint not null, act text not null, editor text)`,
    sql`alter table ${history} add primary key (objectid, until)`,
    sql`create index on ${history} (until)`,
  ];
  for (const statement of statements) await statement.execute(transaction);
  await writeFunctions(transaction, layer);
  const trigger = sql.id(`${tableName}_archive`);
  const call = sql`for each statement execute function ${archiveFunction(tableName)}()`;
  for (const statement of [
    sql`create trigger ${sql.id(`${tableName}_added`)} after insert on ${qualified(tableName)}
      referencing new table as after ${call}`,
    sql`create trigger ${sql.id(`${tableName}_changed`)} after update on ${qualified(tableName)}
      referencing old table as before ${call}`,
    sql`create trigger ${sql.id(`${tableName}_deleted`)} after delete on ${qualified(tableName)}
      referencing old table as before ${call}`,
    sql`create trigger ${trigger} before truncate on ${qualified(tableName)} ${call}`,
  ])
    await statement.execute(transaction);
}

/** Deletes the history of a layer, also that of its attachments. */
export async function dropArchive(transaction: Database, layer: HostedLayer): Promise<void> {
  const { tableName, service, layerId } = layer;
  await sql`delete from hosted_attachment_deletion where service_id = ${service.id} and layer_id = ${layerId}`.execute(
    transaction,
  );
  for (const name of ['added', 'changed', 'deleted', 'archive'])
    await sql`drop trigger if exists ${sql.id(`${tableName}_${name}`)} on ${qualified(tableName)}`.execute(
      transaction,
    );
  await sql`drop function if exists ${archiveFunction(tableName)}()`.execute(transaction);
  await sql`drop function if exists ${pastFunction(tableName)}(bigint)`.execute(transaction);
  await sql`drop table if exists ${qualified(historyName(tableName))}`.execute(transaction);
}

/** Adapts the history to the fields of its layer after one was added or deleted. */
export async function writeFunctions(transaction: Database, layer: HostedLayer): Promise<void> {
  const { tableName } = layer;
  const [table, history] = [qualified(tableName), qualified(historyName(tableName))];
  const names = sql.join(columnsOf(layer).map((column) => sql.id(column)));
  const store = (act: 'update' | 'delete', from: RawBuilder<unknown>) =>
    sql`insert into ${history} (${names}, until, act, editor)
      select ${names}, moment, ${sql.lit(act)}, person from ${from} on conflict (objectid, until) do nothing;`;
  // Several changes of a feature in one transaction are one: the version before the first of them is stored.
  await sql`create or replace function ${archiveFunction(tableName)}() returns trigger language plpgsql as $archive$
    declare
      moment bigint := coalesce(nullif(current_setting(${sql.lit(settings.moment)}, true), '')::bigint,
        (extract(epoch from clock_timestamp()) * 1000)::bigint);
      person text := nullif(current_setting(${sql.lit(settings.editor)}, true), '');
    begin
      if tg_op = 'INSERT' then
        insert into ${history} (objectid, globalid, until, act, editor)
          select objectid, globalid, moment, 'insert', person from after on conflict (objectid, until) do nothing;
      elsif tg_op = 'UPDATE' then ${store('update', sql`before`)}
      elsif tg_op = 'DELETE' then ${store('delete', sql`before`)}
      else ${store('delete', table)}
      end if;
      return null;
    end $archive$`.execute(transaction);
  const qualifiedNames = (alias: string) =>
    sql.join(columnsOf(layer).map((column) => sql`${sql.id(alias, column)}`));
  // A plain SQL function: PostgreSQL puts its query in place of the call, so that conditions use the indexes.
  await sql`create or replace function ${pastFunction(tableName)}(bigint) returns setof ${table} language sql stable as $past$
    select ${qualifiedNames('present')} from ${table} as present
      where not exists (select from ${history} as later where later.objectid = present.objectid and later.until > $1)
    union all
    select ${qualifiedNames('past')} from ${history} as past
      where past.until > $1 and past.act <> 'insert' and not exists (select from ${history} as earlier
        where earlier.objectid = past.objectid and earlier.until > $1 and earlier.until < past.until)
    $past$`.execute(transaction);
}

/** Names the moment and the author of the changes that a transaction is about to make to a layer. */
export async function stampChanges(
  transaction: Database,
  { archive }: HostedLayer,
  { moment, caller }: { moment: number; caller: string | null },
): Promise<void> {
  if (!archive) return;
  await sql`select set_config(${settings.moment}, ${String(moment)}, true),
    set_config(${settings.editor}, ${caller ?? ''}, true)`.execute(transaction);
}

/**
 * Lets no quota refuse what the transaction changes from here on; it is charged. For deletions, which a history stores and which give
 * room back when it is deleted, and for what is remembered of offline copies that exist.
 */
export async function exemptFromQuotas(transaction: Database): Promise<void> {
  await sql`select set_config(${settings.unchecked}, 'on', true)`.execute(transaction);
}

/** The edit time of a layer after changes, which begin when its row is locked: later than all before. */
export function momentAfter(editedAt: number, now: number): number {
  return Math.max(editedAt + 1, now);
}

/** The layer of a view as it was: its database view, over the features that its source had. */
export async function createPastOfView(
  transaction: Database,
  { tableName, archive, source }: HostedLayer,
  columns: readonly string[],
  condition: RawBuilder<unknown>,
): Promise<void> {
  if (!archive || !source) return;
  const body = sql`select ${sql.join(columns.map((column) => sql.id(column)))}, ${condition}
    from ${pastFunction(source.tableName)}($1) where ${condition}`.compile(transaction).sql;
  // A literal, not a dollar-quoted text, which a text of the condition could end.
  await sql`create function ${pastFunction(tableName)}(bigint) returns setof ${qualified(tableName)} language sql stable
    as ${sql.lit(body)}`.execute(transaction);
}
