import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import type { Page } from '../../search/parameters.ts';

/** A partnership as seen by one of the two organisations. */
export interface Partnership {
  /** The other organisation. */
  orgId: string;
  urlKey: string;
  state: 'offered' | 'received' | 'active';
  /** Epoch milliseconds. */
  since: number;
}

/** Organisations whose users may be invited into this one's groups: those of accepted partnerships. */
export async function partnersOf(database: Database, orgId: string): Promise<string[]> {
  const rows = await acceptedOf(database, orgId).execute();
  return rows.map(({ partner }) => partner);
}

function acceptedOf(database: Database, orgId: string) {
  return database
    .selectFrom('portal_partnership')
    .select((eb) =>
      eb
        .case()
        .when('from_org', '=', orgId)
        .then(eb.ref('to_org'))
        .else(eb.ref('from_org'))
        .end()
        .as('partner'),
    )
    .where((eb) => eb.or([eb('from_org', '=', orgId), eb('to_org', '=', orgId)]))
    .where('accepted_at', 'is not', null)
    .orderBy('from_org')
    .orderBy('to_org');
}

/**
 * The same until the transaction ends: who ends one of the partnerships meanwhile waits, and then finds what this transaction has
 * based on it.
 */
export async function holdPartnersOf(transaction: Database, orgId: string): Promise<string[]> {
  const rows = await acceptedOf(transaction, orgId).forKeyShare().execute();
  return rows.map(({ partner }) => partner);
}

/** A page of the partnerships of an organisation, offered, received and active ones, and the number of all. */
export async function listPartnerships(
  database: Database,
  orgId: string,
  { start, num }: Page,
): Promise<{ total: number; partnerships: Partnership[] }> {
  const all = database
    .selectFrom('portal_partnership as partnership')
    .innerJoin('portal_organisation as other', (join) =>
      join.on((eb) =>
        eb.or([
          eb.and([eb('from_org', '=', orgId), eb('other.id', '=', eb.ref('to_org'))]),
          eb.and([eb('to_org', '=', orgId), eb('other.id', '=', eb.ref('from_org'))]),
        ]),
      ),
    );
  const [{ total }, rows] = await Promise.all([
    all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    all
      .select(['other.id', 'other.url_key', 'from_org', 'offered_at', 'accepted_at'])
      .orderBy('other.url_key')
      .orderBy('other.id')
      .limit(num)
      .offset(start - 1)
      .execute(),
  ]);
  const partnerships = rows.map((row) => ({
    orgId: row.id,
    urlKey: row.url_key ?? '',
    state: row.accepted_at !== null ? 'active' : row.from_org === orgId ? 'offered' : 'received',
    since: row.accepted_at ?? row.offered_at,
  })) satisfies Partnership[];
  return { total: Number(total), partnerships };
}

/** Offers a partnership. @returns false when the two have one already */
export async function offerPartnership(
  database: Database,
  offer: { from: string; to: string; by: string; now: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('portal_partnership')
    .values({ from_org: offer.from, to_org: offer.to, offered_by: offer.by, offered_at: offer.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Accepts an offer. @returns false when there is none */
export async function acceptPartnership(
  database: Database,
  offer: { from: string; to: string; by: string; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('portal_partnership')
    .set({ accepted_by: offer.by, accepted_at: offer.now })
    .where('from_org', '=', offer.from)
    .where('to_org', '=', offer.to)
    .where('accepted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Ends a partnership or withdraws an offer, and everything based on it: memberships, invitations and shares
 * in the groups of either organisation.
 * @returns false when there is none
 */
export async function endPartnership(database: Database, one: string, other: string): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('portal_partnership')
      .where((eb) =>
        eb.or([
          eb.and([eb('from_org', '=', one), eb('to_org', '=', other)]),
          eb.and([eb('from_org', '=', other), eb('to_org', '=', one)]),
        ]),
      )
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    for (const [host, guest] of [
      [one, other],
      [other, one],
    ] as const)
      await removeGuests(transaction, host, guest);
    return true;
  });
}

async function removeGuests(transaction: Database, host: string, guest: string): Promise<void> {
  for (const table of ['portal_group_member', 'portal_invitation'] as const) {
    await transaction
      .deleteFrom(table)
      .where('group_id', 'in', (eb) => eb.selectFrom('portal_group').select('id').where('org_id', '=', host))
      .where('username', 'in', (eb) =>
        eb.selectFrom('portal_user').select('username').where('org_id', '=', guest),
      )
      .execute();
  }
  await transaction
    .deleteFrom('portal_item_group')
    .where('favourite', '=', false)
    .where('group_id', 'in', (eb) => eb.selectFrom('portal_group').select('id').where('org_id', '=', host))
    .where('item_id', 'in', (eb) => eb.selectFrom('portal_item').select('id').where('org_id', '=', guest))
    .execute();
}
