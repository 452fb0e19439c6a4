import type { Database } from '../../database/connect.ts';
import { dropTable } from './layer-table-store.ts';

/** Removes a service, its layers, features and attachments; false when there was none. */
export async function deleteService(database: Database, name: string): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const service = await transaction
      .selectFrom('hosted_service')
      .select('id')
      .where((where) => where(where.fn<string>('lower', ['name']), '=', name.toLowerCase()))
      .forUpdate()
      .executeTakeFirst();
    if (!service) return false;
    const layers = await transaction
      .selectFrom('hosted_layer')
      .select('table_name')
      .where('service_id', '=', service.id)
      .execute();
    for (const { table_name: table } of layers) await dropTable(table).execute(transaction);
    await transaction.deleteFrom('hosted_service').where('id', '=', service.id).execute();
    return true;
  });
}
