import type { Database } from '../../platform/database/connect.ts';

/** Whether an item of the organisation and of this type has the name already, in any case. */
export async function isServiceNameTaken(
  database: Database,
  orgId: string,
  name: string,
  type: string,
): Promise<boolean> {
  const item = await database
    .selectFrom('portal_item')
    .select('id')
    .where('org_id', '=', orgId)
    .where('type', '=', type)
    .where((eb) => eb(eb.fn('lower', ['name']), '=', name.toLowerCase()))
    .executeTakeFirst();
  return item !== undefined;
}
