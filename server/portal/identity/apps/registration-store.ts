import type { Database } from '../../../platform/database/connect.ts';
import type { PortalAppType } from '../../../platform/database/tables/portal-sign-in.ts';

/** An application that a member registered with an item. Times are epoch milliseconds. */
export interface Registration {
  clientId: string;
  itemId: string;
  type: PortalAppType;
  redirectUris: string[];
  registered: number;
  modified: number;
}

const columns = [
  'client_id as clientId',
  'item_id as itemId',
  'app_type as type',
  'redirect_uris as redirectUris',
  'created_at as registered',
  'modified_at as modified',
] as const;

/** The registration of an application or an item. */
export async function findRegistration(
  database: Database,
  by: { clientId: string } | { itemId: string },
): Promise<Registration | undefined> {
  const row = await database
    .selectFrom('portal_app')
    .select(columns)
    .where((eb) => ('itemId' in by ? eb('item_id', '=', by.itemId) : eb('client_id', '=', by.clientId)))
    .executeTakeFirst();
  if (!row || row.itemId === null) return undefined;
  return { ...row, itemId: row.itemId, modified: row.modified ?? row.registered };
}

/** Stores a registration. @returns false when the item has one */
export async function insertRegistration(
  database: Database,
  app: Registration & { orgId: string; title: string; secretHash: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('portal_app')
    .values({
      client_id: app.clientId,
      org_id: app.orgId,
      title: app.title,
      redirect_uris: app.redirectUris,
      created_at: app.registered,
      modified_at: app.modified,
      item_id: app.itemId,
      app_type: app.type,
      secret_hash: app.secretHash,
    })
    .onConflict((conflict) => conflict.column('item_id').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Changes a registration. */
export async function changeRegistration(
  database: Database,
  clientId: string,
  changes: { type?: PortalAppType; redirectUris?: readonly string[]; secretHash?: string; modified: number },
): Promise<void> {
  await database
    .updateTable('portal_app')
    .set({
      ...(changes.type && { app_type: changes.type }),
      ...(changes.redirectUris && { redirect_uris: [...changes.redirectUris] }),
      ...(changes.secretHash !== undefined && { secret_hash: changes.secretHash }),
      modified_at: changes.modified,
    })
    .where('client_id', '=', clientId)
    .execute();
}

/** Deletes a registration; codes and tokens of the application itself go with it. */
export async function deleteRegistration(database: Database, clientId: string): Promise<void> {
  await database.deleteFrom('portal_app').where('client_id', '=', clientId).execute();
}
