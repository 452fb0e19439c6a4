import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { installationOrgId } from '../../platform/database/migrate.ts';
import { dropTable } from './layer-table-store.ts';

/** Deletes an organisation's service, its layers, features and attachments; false when it does not exist. */
export async function deleteService(
  database: Database,
  name: string,
  orgId: string = installationOrgId,
): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    const service = await transaction
      .selectFrom('hosted_service')
      .select('id')
      .where('org_id', '=', orgId)
      .where((where) => where(where.fn<string>('lower', ['name']), '=', name.toLowerCase()))
      .forUpdate()
      .executeTakeFirst();
    if (service) await remove(transaction, service.id);
    return service !== undefined;
  });
}

/** Deletes the services whose access an item controls. */
export async function deleteServicesOf(database: Database, itemId: string): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const services = await transaction
      .selectFrom('hosted_service')
      .select('id')
      .where('item_id', '=', itemId)
      .forUpdate()
      .execute();
    for (const { id } of services) await remove(transaction, id);
  });
}

/**
 * Deletes services of a portal organisation. Those without an item at the installation's own are the
 * operator's, and are kept.
 * @param atMost maximum number; all of them when absent
 * @returns the number deleted
 */
export async function removeServicesOfOrganisation(
  database: Database,
  orgId: string,
  atMost?: number,
): Promise<number> {
  return inTransaction(database, async (transaction) => {
    const services = await transaction
      .selectFrom('hosted_service')
      .select('id')
      .where('org_id', '=', orgId)
      .$if(orgId === installationOrgId, (query) => query.where('item_id', 'is not', null))
      .$if(atMost !== undefined, (query) => query.limit(atMost ?? 0))
      .forUpdate()
      .execute();
    for (const { id } of services) await remove(transaction, id);
    return services.length;
  });
}

async function remove(transaction: Database, serviceId: number): Promise<void> {
  const layers = await transaction
    .selectFrom('hosted_layer')
    .select('table_name')
    .where('service_id', '=', serviceId)
    .execute();
  for (const { table_name: table } of layers) await dropTable(table).execute(transaction);
  await transaction.deleteFrom('hosted_service').where('id', '=', serviceId).execute();
}
