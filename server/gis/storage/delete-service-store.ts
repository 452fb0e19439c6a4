import { type Database, inTransaction } from '../../platform/database/connect.ts';
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
 * Deletes services of a portal organisation, also at the address of another one, where their owners were before. Those without an
 * item at the installation's own are the operator's, and are kept.
 * @param max maximum number; all of them when absent
 * @returns the number deleted
 */
export async function removeServicesOfOrganisation(
  database: Database,
  orgId: string,
  max?: number,
): Promise<number> {
  return inTransaction(database, async (transaction) => {
    const services = await transaction
      .selectFrom('hosted_service')
      .select(['id', 'name', 'is_view'])
      .where((where) => {
        const items = where.selectFrom('portal_item').select('portal_item.id').where('org_id', '=', orgId);
        return where.or([where('org_id', '=', orgId), where('item_id', 'in', items)]);
      })
      // Views before the services whose features they show.
      .orderBy('is_view', 'desc')
      .orderBy('id')
      .$if(orgId === installationOrgId, (query) => query.where('item_id', 'is not', null))
      .$if(max !== undefined, (query) => query.limit(max ?? 0))
      .forUpdate()
      .execute();
    for (const service of services) await remove(transaction, service);
    return services.length;
  });
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
  for (const { table_name: table } of layers) {
    if (isView) await dropDatabaseView(transaction, table);
    else for (const statement of dropTable(table)) await statement.execute(transaction);
  }
  await transaction.deleteFrom('hosted_service').where('id', '=', id).execute();
}
