import { sql } from 'kysely';
import { quotaExceeded, type QuotaScope } from '../../../wire/quota.ts';
import { type Database, databaseNow, inTransaction } from '../../platform/database/connect.ts';
import { asBookkeeping } from '../../platform/database/current-work.ts';
import { deleteSomeExpired } from '../../platform/database/expired-rows-store.ts';
import { findQuotas } from './quota-store.ts';
import { withoutRequester } from '../../platform/budgets/requester.ts';
import type { PortalCall } from '../operation.ts';
import { randomId } from '../identity/random-token.ts';
import { requireMember } from '../access/refusals.ts';

/** The user whose seconds are counted, and the day (UTC, as `2026-11-22`). */
export interface UploadDay {
  username: string;
  orgId: string;
  day: string;
}

/**
 * A reservation not renewed for this long is deleted: its process, which may be another machine's, has ended without settling it. The
 * clock of the database decides.
 */
const reservationSeconds = 60;
const inTime = sql<number>`${databaseNow} + ${reservationSeconds * 1000}::bigint`;

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
 * renewed at least every `reservationSeconds`, so that a killed process reserves nothing for longer. A repeated request reserves them
 * again.
 * @throws MappingError `quota:person-uploadSeconds`, `quota:organisation-uploadSeconds` when nothing is left
 */
export async function reserveUploadSeconds(
  database: Database,
  who: UploadDay,
  { id, wanted }: { id: string; wanted: number },
): Promise<void> {
  const { username, orgId } = who;
  const reserve = async (transaction: Database) => {
    // Serialised within an organisation, so that no two reserve the same seconds.
    await sql`select pg_advisory_xact_lock(hashtextextended(${orgId}, 65))`.execute(transaction);
    await deleteSomeExpired(transaction, 'portal_upload_reservation', sql`ends_at < ${databaseNow}`);
    const most = await findQuotas(transaction, orgId);
    const spent = await findUploadSeconds(transaction, who);
    const held = await transaction
      .selectFrom('portal_upload_reservation')
      .select((eb) => [
        sql<number>`coalesce(sum(seconds) filter (where username = ${username}), 0)`.as('person'),
        eb.fn.coalesce(eb.fn.sum<number>('seconds'), eb.lit(0)).as('organisation'),
      ])
      .where('org_id', '=', orgId)
      .where('ends_at', '>=', databaseNow)
      .executeTakeFirstOrThrow();
    let seconds = wanted;
    for (const scope of ['person', 'organisation'] as const) {
      const numbers = { used: spent[scope] + Number(held[scope]), most: most[scope].uploadSeconds };
      if (numbers.used >= numbers.most) throw quotaExceeded(scope, 'uploadSeconds', numbers);
      seconds = Math.min(seconds, numbers.most - numbers.used);
    }
    await transaction
      .insertInto('portal_upload_reservation')
      .values({ id, username, org_id: orgId, seconds, ends_at: inTime })
      .execute();
  };
  await asBookkeeping(() => inTransaction(database, reserve));
}

/** Extends a reservation by another `reservationSeconds`. */
export async function renewUploadSeconds(database: Database, id: string): Promise<void> {
  await database
    .updateTable('portal_upload_reservation')
    .set({ ends_at: inTime })
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
    await deleteSomeExpired(transaction, 'portal_upload_time', sql`day < ${day}`);
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

/**
 * Reads a file, and counts the seconds for the caller and their organisation. The maximum, or what is left,
 * is reserved meanwhile: files read at the same moment exceed a quota by no more than the last of them takes.
 * @param most maximum seconds
 * @throws MappingError `quota:person-uploadSeconds`, `quota:organisation-uploadSeconds`
 */
export async function withUploadTime<Result>(
  { context, caller }: Pick<PortalCall, 'context' | 'caller'>,
  most: number,
  read: () => Promise<Result>,
): Promise<Result> {
  const { database, now } = context;
  const { username, orgId } = requireMember(caller);
  const day = { username, orgId, day: new Date(now()).toISOString().slice(0, 10) };
  const id = randomId();
  await reserveUploadSeconds(database, day, { id, wanted: most });
  const started = performance.now();
  // After a failed renewal the seconds count as free until the next one, which exceeds the quota only
  // slightly.
  const renew = () => void withoutRequester(() => renewUploadSeconds(database, id)).catch(() => {});
  const renewals = setInterval(renew, (reservationSeconds * 1000) / 3).unref();
  try {
    return await read();
  } finally {
    clearInterval(renewals);
    const seconds = (performance.now() - started) / 1000;
    // Also when the caller has disconnected, which ends the statements of a request.
    await withoutRequester(() => settleUploadSeconds(database, day, { id, seconds }));
  }
}
