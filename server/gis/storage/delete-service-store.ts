import { sql } from 'kysely';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { inBoundedTransactions } from '../../platform/database/locks-store.ts';
import { installationOrgId } from '../../platform/database/migrate.ts';
import { dropTable } from './layer-table-store.ts';
import { dropDatabaseView, refuseWithViews } from './view-store.ts';

/** Deletes an organisation's service, its layers, features and attachments; false when it does not exist. */
export async function deleteService(
  database: Database,
  name: string,
  orgId: string = installationOrgId,
): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    const service = await transaction
      .selectFrom('hosted_service')
      .select(['id', 'name', 'is_view'])
      .where('org_id', '=', orgId)
      .where((where) => where(where.fn<string>('lower', ['name']), '=', name.toLowerCase()))
      .forUpdate()
      .executeTakeFirst();
    if (service) await remove(transaction, service);
    return service !== undefined;
  });
}

/**
 * Deletes the services whose access an item controls.
 * @throws MappingError `services:has-views` (400) while views show their features
 */
export async function deleteServicesOf(database: Database, itemId: string): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const services = await transaction
      .selectFrom('hosted_service')
      .select(['id', 'name', 'is_view'])
      .where('item_id', '=', itemId)
      .orderBy('is_view', 'desc')
      .orderBy('id')
      .forUpdate()
      .execute();
    for (const service of services) await remove(transaction, service);
  });
}

/**
 * Deletes the services of a portal organisation, also at the address of another one, where their owners were before. Those without
 * an item at the installation's own are the operator's, and are kept.
 * @throws MappingError `services:has-views` (400) while views show their features
 */
export async function removeServicesOfOrganisation(database: Database, orgId: string): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const services = await servicesOf(transaction, orgId)
      .select(['id', 'name', 'is_view'])
      .forUpdate()
      .execute();
    for (const service of services) await remove(transaction, service);
  });
}

/**
 * Refuses to delete the services of a portal organisation.
 * @throws MappingError `services:has-views` (400) while views of others show their features
 */
export async function refuseViewsOfOthers(database: Database, orgId: string): Promise<void> {
  const own = servicesOf(database, orgId).select('id');
  const shown = await database
    .selectFrom('hosted_layer')
    .innerJoin('hosted_service', 'hosted_service.id', 'source_service_id')
    .select(['hosted_service.id', 'hosted_service.name'])
    .where('source_service_id', 'in', own)
    .where('service_id', 'not in', own)
    .executeTakeFirst();
  if (shown) await refuseWithViews(database, shown);
}

/**
 * Deletes the layers of these services, in transactions with a bounded number of locks.
 * @throws MappingError as `refuseViewsOfOthers`; nothing is deleted then
 */
export async function removeLayersOfOrganisation(database: Database, orgId: string): Promise<void> {
  await refuseViewsOfOthers(database, orgId);
  const layers = await servicesOf(database, orgId)
    .innerJoin('hosted_layer', 'service_id', 'id')
    .orderBy('layer_id')
    .select(['id', 'hosted_service.name', 'is_view', 'layer_id', 'table_name'])
    .execute();
  await inBoundedTransactions(database, layers, async (layer, { transaction }) => {
    const { id, layer_id: layerId } = layer;
    // Before its table, as edits do.
    await sql`select from hosted_service where id = ${id} for update`.execute(transaction);
    await sql`select from hosted_layer where service_id = ${id} and layer_id = ${layerId} for update`.execute(
      transaction,
    );
    await refuseWithViews(transaction, layer, [layerId]);
    await dropLayer(transaction, layer);
    await transaction
      .deleteFrom('hosted_layer')
      .where('service_id', '=', id)
      .where('layer_id', '=', layerId)
      .execute();
  });
}

/** Views before the services whose features they show. */
function servicesOf(database: Database, orgId: string) {
  const items = database.selectFrom('portal_item').select('portal_item.id').where('org_id', '=', orgId);
  return database
    .selectFrom('hosted_service')
    .where((where) => where.or([where('org_id', '=', orgId), where('item_id', 'in', items)]))
    .$if(orgId === installationOrgId, (query) => query.where('item_id', 'is not', null))
    .orderBy('is_view', 'desc')
    .orderBy('id');
}

async function remove(
  transaction: Database,
  { id, name, is_view: isView }: { id: number; name: string; is_view: boolean },
): Promise<void> {
  await refuseWithViews(transaction, { id, name });
  const layers = await transaction
    .selectFrom('hosted_layer')
    .select('table_name')
    .where('service_id', '=', id)
    // The order in which a change of their sources drops them (`withoutViews`).
    .orderBy('layer_id')
    .execute();
  for (const layer of layers) await dropLayer(transaction, { ...layer, is_view: isView });
  await transaction.deleteFrom('hosted_service').where('id', '=', id).execute();
}

async function dropLayer(
  transaction: Database,
  { table_name: table, is_view: isView }: { table_name: string; is_view: boolean },
): Promise<void> {
  if (isView) await dropDatabaseView(transaction, table);
  else for (const statement of dropTable(table)) await statement.execute(transaction);
}
