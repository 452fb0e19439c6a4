import { recordAct } from './audit-store.ts';
import { type Database, inTransaction } from '../database/connect.ts';

/**
 * The portal organisation that an organisation belongs to, whatever address its configuration has; null on other portals,
 * and for an unknown organisation.
 */
export async function findBinding(database: Database, organisation: string): Promise<string | null> {
  const row = await database
    .selectFrom('organisation')
    .select('portal_org_id')
    .where('name', '=', organisation)
    .executeTakeFirst();
  return row?.portal_org_id ?? null;
}

/** What a changed binding adds to the entry of the save in the organisation's own audit log. */
export interface BindingChange {
  portalOrgId?: { before: string | null; after: string | null };
}

/**
 * Binds an organisation to a portal organisation, whose audit log its administrators read from then on; null: to none. Both the
 * portal organisation that it leaves and the one that it joins get an entry; the caller logs the change in the organisation's own log.
 * @param given.act the act that the caller logs, such as `config.saved`
 */
export async function saveBinding(
  database: Database,
  given: { organisation: string; portalOrgId: string | null; actor: string; act: string },
): Promise<BindingChange> {
  const { organisation, portalOrgId: after, actor, act } = given;
  return inTransaction(database, async (transaction) => {
    const before = await findBinding(transaction, organisation);
    if (before === after) return {};
    await transaction
      .updateTable('organisation')
      .set({ portal_org_id: after })
      .where('name', '=', organisation)
      .execute();
    for (const [orgId, detail] of [
      [before, { left: true }],
      [after, { joined: true }],
    ] as const)
      if (orgId !== null)
        await recordAct(transaction, {
          organisation: null,
          orgId,
          actor,
          act,
          subject: organisation,
          detail,
        });
    return { portalOrgId: { before, after } };
  });
}
