import { sql } from 'kysely';
import { quotaExceeded, type QuotaScope } from '../../../wire/quota.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { findQuotas } from './quota-store.ts';

/** The user whose seconds are counted, and the day (UTC, as `2026-11-22`). */
export interface UploadDay {
  username: string;
  orgId: string;
  day: string;
}

/** A reservation not renewed for this long is deleted: its process has ended without settling it. */
export const reservationSeconds = 60;

/** Seconds that reading files took today. */
export async function findUploadSeconds(
  database: Database,
  { username, orgId, day }: UploadDay,
): Promise<Readonly<Record<QuotaScope, number>>> {
  const { person, organisation } = await database
    .selectFrom('portal_upload_time')
    .select((eb) => [
      sql<number>`coalesce(sum(seconds) filter (where username = ${username}), 0)`.as('person'),
      eb.fn.coalesce(eb.fn.sum<number>('seconds'), eb.lit(0)).as('organisation'),
    ])
    .where('org_id', '=', orgId)
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  return { person: Number(person), organisation: Number(organisation) };
}

/**
 * Reserves the seconds that reading a file may take: `wanted`, or what is left if that is less. Must be
 * renewed at least every `reservationSeconds`, so that a killed process reserves nothing for longer.
 * @throws MappingError `quota:person-uploadSeconds`, `quota:organisation-uploadSeconds` when nothing is left
 */
export async function reserveUploadSeconds(
  database: Database,
  who: UploadDay,
  { id, wanted, now }: { id: string; wanted: number; now: number },
): Promise<void> {
  const { username, orgId } = who;
  await inTransaction(database, async (transaction) => {
    // Serialised within an organisation, so that no two reserve the same seconds.
    await sql`select pg_advisory_xact_lock(hashtextextended(${orgId}, 65))`.execute(transaction);
    await transaction.deleteFrom('portal_upload_reservation').where('ends_at', '<', now).execute();
    const most = await findQuotas(transaction, orgId);
    const spent = await findUploadSeconds(transaction, who);
    const held = await transaction
      .selectFrom('portal_upload_reservation')
      .select((eb) => [
        sql<number>`coalesce(sum(seconds) filter (where username = ${username}), 0)`.as('person'),
        eb.fn.coalesce(eb.fn.sum<number>('seconds'), eb.lit(0)).as('organisation'),
      ])
      .where('org_id', '=', orgId)
      .executeTakeFirstOrThrow();
    let seconds = wanted;
    for (const scope of ['person', 'organisation'] as const) {
      const numbers = { used: spent[scope] + Number(held[scope]), most: most[scope].uploadSeconds };
      if (numbers.used >= numbers.most) throw quotaExceeded(scope, 'uploadSeconds', numbers);
      seconds = Math.min(seconds, numbers.most - numbers.used);
    }
    await transaction
      .insertInto('portal_upload_reservation')
      .values({ id, username, org_id: orgId, seconds, ends_at: now + reservationSeconds * 1000 })
      .execute();
  });
}

/** Extends a reservation by another `reservationSeconds`. */
export async function renewUploadSeconds(
  database: Database,
  { id, now }: { id: string; now: number },
): Promise<void> {
  await database
    .updateTable('portal_upload_reservation')
    .set({ ends_at: now + reservationSeconds * 1000 })
    .where('id', '=', id)
    .execute();
}

/** Releases the reserved seconds, and counts those that reading the file took. */
export async function settleUploadSeconds(
  database: Database,
  { username, orgId, day }: UploadDay,
  { id, seconds }: { id: string; seconds: number },
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    await transaction.deleteFrom('portal_upload_reservation').where('id', '=', id).execute();
    await transaction.deleteFrom('portal_upload_time').where('day', '<', day).execute();
    await transaction
      .insertInto('portal_upload_time')
      .values({ username, org_id: orgId, day, seconds })
      .onConflict((conflict) =>
        conflict
          .columns(['username', 'day'])
          .doUpdateSet((eb) => ({ seconds: eb('portal_upload_time.seconds', '+', seconds) })),
      )
      .execute();
  });
}
