import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/connect.ts';

/** How long audit entries are stored, and how many of one organisation; the oldest are deleted. */
export interface AuditRetention {
  days: number;
  entries: number;
}

const dayMilliseconds = 86_400_000;
/** Entries deleted by one statement. */
const batch = 10_000;

/** @returns a periodic sweep. Once a day, it counts the entries of each organisation, which takes a scan of an index */
export function forgetActs({
  days,
  entries,
}: AuditRetention): (database: Database, now: number) => Promise<void> {
  let nextCount = 0;
  return async (database, now) => {
    await deleteOlder(database, now - days * dayMilliseconds);
    if (now < nextCount) return;
    await deleteAbove(database, entries);
    nextCount = now + dayMilliseconds;
  };
}

/** Entries are numbered in the order of their times, nearly: the first numbers are the oldest. */
async function deleteOlder(database: Database, before: number): Promise<void> {
  await inParts(
    database,
    sql`id in (select id from (select id, at from audit_entry order by id limit ${batch}) as oldest where at < ${before})`,
  );
}

async function deleteAbove(database: Database, most: number): Promise<void> {
  const { rows } = await sql<{ mayExceed: boolean }>`
    select coalesce(max(id) - min(id) >= ${most}, false) as "mayExceed" from audit_entry`.execute(database);
  if (!rows[0]?.mayExceed) return;
  const organisations = await database.selectFrom('organisation').select('name').execute();
  const portalOrganisations = await database.selectFrom('portal_organisation').select('id').execute();
  const places = [
    ...organisations.map(({ name }) => sql`organisation = ${name}`),
    ...portalOrganisations.map(({ id }) => sql`organisation is null and org_id = ${id}`),
    sql`organisation is null and org_id is null`,
  ];
  for (const place of places) {
    const { rows: beyond } = await sql<{ id: number }>`
      select id from audit_entry where ${place} order by id desc offset ${most} limit 1`.execute(database);
    const newest = beyond[0]?.id;
    if (newest !== undefined)
      await inParts(
        database,
        sql`id in (select id from audit_entry where ${place} and id <= ${newest} order by id limit ${batch})`,
      );
  }
}

async function inParts(database: Database, which: RawBuilder<unknown>): Promise<void> {
  for (let deleted = batch; deleted === batch;) {
    const { numAffectedRows = 0n } = await sql`delete from audit_entry where ${which}`.execute(database);
    deleted = Number(numAffectedRows);
  }
}
