import { createHash } from 'node:crypto';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';

/** An act to log. `detail` holds no secret: it is shown to every administrator. */
export interface Act {
  /** null: an act in the embedded portal, for the organisation of `orgId`, or else of the actor. */
  organisation: string | null;
  orgId?: string;
  /** Username in the organisation's portal, or `operator`. */
  actor: string;
  /** Stable code such as `config.saved`. */
  act: string;
  subject?: string;
  detail?: Record<string, unknown>;
}

export interface AuditEntry extends Required<Omit<Act, 'orgId'>> {
  id: number;
  /** Epoch milliseconds. */
  at: number;
}

/** Logs an act; in the transaction of the act itself, so that both are stored or neither. */
export async function recordAct(database: Database, act: Act, now: number = Date.now()): Promise<void> {
  await database
    .insertInto('audit_entry')
    .values((eb) => ({
      organisation: act.organisation,
      org_id:
        act.organisation !== null
          ? null
          : (act.orgId ?? eb.selectFrom('portal_user').select('org_id').where('username', '=', act.actor)),
      at: now,
      actor: act.actor,
      act: act.act,
      subject: act.subject ?? '',
      detail: JSON.stringify(act.detail ?? {}),
    }))
    .execute();
}

/**
 * Logs an act that callers can repeat without limit: identical acts within a minute share one entry, with
 * their number in `detail.times`.
 */
export async function countAct(database: Database, act: Act, now: number): Promise<void> {
  const detail = { ...act.detail, times: 1 };
  const minute = Math.floor(now / 60_000);
  const same = [act.organisation, act.orgId, act.actor, act.act, act.subject ?? '', act.detail ?? {}, minute];
  await database
    .insertInto('audit_entry')
    .values({
      organisation: act.organisation,
      org_id: act.orgId ?? null,
      at: now,
      actor: act.actor,
      act: act.act,
      subject: act.subject ?? '',
      detail: JSON.stringify(detail),
      counted: createHash('sha256').update(JSON.stringify(same)).digest('hex'),
    })
    .onConflict((conflict) =>
      conflict
        .column('counted')
        .where('counted', 'is not', null)
        .doUpdateSet({
          detail: sql`jsonb_set(audit_entry.detail, '{times}', to_jsonb((audit_entry.detail ->> 'times')::int + 1))`,
        }),
    )
    .execute();
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

/** Newest first. */
export async function listActs(
  database: Database,
  organisation: string,
  filter: AuditFilter,
  atMost: number,
): Promise<AuditEntry[]> {
  let query = database
    .selectFrom('audit_entry')
    .select(['id', 'organisation', 'at', 'actor', 'act', 'subject', 'detail'])
    .where((eb) => within(eb, organisation, filter.portalOrgId));
  if (filter.actor) query = query.where('actor', '=', filter.actor);
  if (filter.act) query = query.where('act', '=', filter.act);
  if (filter.from !== undefined) query = query.where('at', '>=', filter.from);
  if (filter.until !== undefined) query = query.where('at', '<', filter.until);
  if (filter.before !== undefined) query = query.where('id', '<', filter.before);
  return query.orderBy('id', 'desc').limit(atMost).execute();
}

/** Acts on one user of the embedded portal, newest first. */
export async function listActsOn(
  database: Database,
  { orgId, subject, acts }: { orgId: string; subject: string; acts: readonly string[] },
  atMost: number,
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
    .limit(atMost)
    .execute();
}

/** Values to filter by. */
export async function auditChoices(
  database: Database,
  organisation: string,
  portalOrgId?: string,
): Promise<{ actors: string[]; acts: string[] }> {
  const distinct = (column: 'actor' | 'act') =>
    database
      .selectFrom('audit_entry')
      .select(`${column} as value`)
      .distinct()
      .where((eb) => within(eb, organisation, portalOrgId))
      .orderBy('value')
      .limit(500)
      .execute();
  const [actors, acts] = await Promise.all([distinct('actor'), distinct('act')]);
  return { actors: actors.map(({ value }) => value), acts: acts.map(({ value }) => value) };
}

function within(
  eb: ExpressionBuilder<Tables, 'audit_entry'>,
  organisation: string,
  portalOrgId: string | undefined,
) {
  const own = eb('organisation', '=', organisation);
  if (portalOrgId === undefined) return own;
  return eb.or([own, eb.and([eb('organisation', 'is', null), eb('org_id', '=', portalOrgId)])]);
}
