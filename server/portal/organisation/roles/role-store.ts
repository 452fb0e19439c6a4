import type { Selectable, Updateable } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import type { PortalTables } from '../../../platform/database/tables/portal.ts';

export type RoleRow = Selectable<PortalTables['portal_role']>;

/** The roles that an organisation defined, by name. */
export async function listRoles(database: Database, orgId: string): Promise<RoleRow[]> {
  return database.selectFrom('portal_role').selectAll().where('org_id', '=', orgId).orderBy('name').execute();
}

export async function findRole(database: Database, orgId: string, id: string): Promise<RoleRow | undefined> {
  return database
    .selectFrom('portal_role')
    .selectAll()
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .executeTakeFirst();
}

/** Whether another role of the organisation has the name, in any letter case. */
export async function isRoleNameTaken(
  database: Database,
  { org_id, name, id }: Pick<RoleRow, 'org_id' | 'name' | 'id'>,
): Promise<boolean> {
  const found = await database
    .selectFrom('portal_role')
    .select('id')
    .where('org_id', '=', org_id)
    .where('id', '<>', id)
    .where((eb) => eb(eb.fn('lower', ['name']), '=', name.toLowerCase()))
    .executeTakeFirst();
  return found !== undefined;
}

export async function insertRole(database: Database, role: RoleRow): Promise<void> {
  await database.insertInto('portal_role').values(role).execute();
}

/** @returns whether there is such a role */
export async function updateRole(
  database: Database,
  id: string,
  changes: Updateable<PortalTables['portal_role']>,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('portal_role')
    .set(changes)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The number of users with a role. */
export async function countHolders(database: Database, id: string): Promise<number> {
  const { count } = await database
    .selectFrom('portal_user')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('role_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** @returns whether there was such a role */
export async function deleteRole(database: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await database.deleteFrom('portal_role').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Waits for other changes to the roles of an organisation, until the transaction ends. */
export async function lockRoles(transaction: Database, orgId: string): Promise<void> {
  await transaction
    .selectFrom('portal_organisation')
    .select('id')
    .where('id', '=', orgId)
    .forNoKeyUpdate()
    .execute();
}
