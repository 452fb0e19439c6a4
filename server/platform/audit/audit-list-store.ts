import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import type { Act } from './audit-store.ts';

export interface AuditEntry extends Required<Omit<Act, 'orgId'>> {
  id: number;
  /** Epoch milliseconds. */
  at: number;
}

export interface AuditFilter {
  actor?: string | undefined;
  act?: string | undefined;
  /** Epoch milliseconds, inclusive and exclusive. */
  from?: number | undefined;
  until?: number | undefined;
  /** Its portal organisation on the embedded portal, whose acts are included. */
  portalOrgId?: string | undefined;
  /** Only entries older than this id: the next page. */
  before?: number | undefined;
}

/**
 * Newest first. The entries of the organisation and of its portal organisation are read apart: each is a range of an index, also by
 * actor or act, but both together would be a scan of all entries.
 */
export async function listActs(
  database: Database,
  organisation: string,
  filter: AuditFilter,
  max: number,
): Promise<AuditEntry[]> {
  const parts = partsOf(organisation, filter.portalOrgId).map((part) => {
    let query = database
      .selectFrom('audit_entry')
      .select(['id', 'organisation', 'at', 'actor', 'act', 'subject', 'detail'])
      .where(part);
    if (filter.actor) query = query.where('actor', '=', filter.actor);
    if (filter.act) query = query.where('act', '=', filter.act);
    if (filter.from !== undefined) query = query.where('at', '>=', filter.from);
    if (filter.until !== undefined) query = query.where('at', '<', filter.until);
    if (filter.before !== undefined) query = query.where('id', '<', filter.before);
    return query.orderBy('id', 'desc').limit(max).execute();
  });
  const entries = (await Promise.all(parts)).flat();
  return entries.toSorted((one, other) => other.id - one.id).slice(0, max);
}

/** Acts on one user of the embedded portal, newest first. */
export async function listActsOn(
  database: Database,
  { orgId, subject, acts }: { orgId: string; subject: string; acts: readonly string[] },
  max: number,
): Promise<AuditEntry[]> {
  return database
    .selectFrom('audit_entry')
    .select(['id', 'organisation', 'at', 'actor', 'act', 'subject', 'detail'])
    .where('organisation', 'is', null)
    .where('org_id', '=', orgId)
    .where('subject', '=', subject)
    .where('act', 'like', 'person.%')
    .where('act', 'in', [...acts])
    .orderBy('id', 'desc')
    .limit(max)
    .execute();
}

/** Values to filter by, of each kind. */
const choices = 500;

/** Values to filter by. */
export async function auditChoices(
  database: Database,
  organisation: string,
  portalOrgId?: string,
): Promise<{ actors: string[]; acts: string[] }> {
  const distinct = async (column: 'actor' | 'act') => {
    const parts = partsOf(organisation, portalOrgId).map((part) => distinctIn(database, part, column));
    const values = new Set((await Promise.all(parts)).flat());
    return [...values].toSorted((one, other) => one.localeCompare(other)).slice(0, choices);
  };
  const [actors, acts] = await Promise.all([distinct('actor'), distinct('act')]);
  return { actors, acts };
}

/** The index is scanned by skip, one entry per value, however many entries there are. */
async function distinctIn(
  database: Database,
  part: RawBuilder<boolean>,
  column: 'actor' | 'act',
): Promise<string[]> {
  const value = sql.ref(column);
  const { rows } = await sql<{ value: string }>`
    with recursive found (value) as (
      (select ${value} from audit_entry where ${part} order by ${value} limit 1)
      union all
      select (select ${value} from audit_entry where ${part} and ${value} > found.value order by ${value} limit 1)
      from found where found.value is not null
    )
    select value from found where value is not null limit ${choices}`.execute(database);
  return rows.map((row) => row.value);
}

/** Conditions of the entries of an organisation, and of its portal organisation on the embedded portal. */
function partsOf(organisation: string, portalOrgId: string | undefined): RawBuilder<boolean>[] {
  const own = sql<boolean>`organisation = ${organisation}`;
  if (portalOrgId === undefined) return [own];
  return [own, sql<boolean>`organisation is null and org_id = ${portalOrgId}`];
}
