import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { limits } from '../../limits.ts';
import { type Database, databaseNow } from '../database/connect.ts';
import { boundDetail } from './bound-detail.ts';
import { storedJson } from '../safety/stored-text.ts';

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

const hour = 3_600_000;

/**
 * Logs an act; in the transaction of the act itself, so that both are stored or neither. Above a number per actor, act, organisation
 * and hour, equal acts share an entry (docs/administration.md#audit-log-usage-shared-maps).
 * @param now the time by the clock of the database when absent
 */
export async function recordAct(database: Database, act: Act, now?: number): Promise<void> {
  const at = now === undefined ? databaseNow : sql<number>`cast(${now} as bigint)`;
  const { numAffectedRows = 0n } = await sql`
    insert into audit_entry (organisation, org_id, at, actor, act, subject, detail)
    select cast(${act.organisation} as text), ${orgOf(act)}, ${at}, cast(${act.actor} as text),
      cast(${act.act} as text), cast(${act.subject ?? ''} as text), cast(${storedJson(boundDetail(act.detail ?? {}))} as jsonb)
    where ${isWithin(act, limits.auditActsPerHour, at)}`.execute(database);
  if (numAffectedRows > 0n) return;
  const { rows } = await sql<{ at: number }>`select ${at} as at`.execute(database);
  await joinAct(database, act, rows[0]?.at ?? 0);
}

/**
 * Logs an act that callers can repeat without limit: identical acts within a minute share one entry, with
 * their number in `detail.times`; those at the same moment a few (`addTo`).
 */
export async function countAct(database: Database, act: Act, now: number): Promise<void> {
  const { rows } = await sql<{ within: boolean }>`
    select ${isWithin(act, limits.auditActsPerHour, sql`cast(${now} as bigint)`)} as within`.execute(
    database,
  );
  if (rows[0]?.within)
    await addTo(database, act, now, ['minute', Math.floor(now / 60_000), act.detail ?? {}]);
  else await joinAct(database, act, now);
}

/** One entry per hour of equal acts on one subject, without details; above a larger number, on any subject. */
async function joinAct(database: Database, act: Act, now: number): Promise<void> {
  const { rows } = await sql<{ within: boolean }>`
    select ${isWithin(act, limits.auditSubjectsPerHour, sql`cast(${now} as bigint)`)} as within`.execute(
    database,
  );
  const joined = { ...act, detail: {}, ...(!rows[0]?.within && { subject: '' }) };
  await addTo(database, joined, now, ['hour', Math.floor(now / hour)]);
}

/**
 * Adds one to an entry of the period, or begins another when all of them are locked: the entry is locked until the transaction of
 * the act ends, and no other act of the same actor waits for that. A period has as many entries as such transactions at once.
 */
async function addTo(database: Database, act: Act, now: number, period: readonly unknown[]): Promise<void> {
  const detail = { ...boundDetail(act.detail ?? {}), times: 1 };
  const same = [act.organisation, act.orgId, act.actor, act.act, act.subject ?? '', ...period];
  const counted = createHash('sha256').update(JSON.stringify(same)).digest('hex');
  const { numAffectedRows = 0n } = await sql`
    update audit_entry set detail = jsonb_set(detail, '{times}', to_jsonb((detail ->> 'times')::int + 1))
    where id = (select id from audit_entry where counted = ${counted} order by id limit 1 for update skip locked)`.execute(
    database,
  );
  if (numAffectedRows > 0n) return;
  await database
    .insertInto('audit_entry')
    .values({
      organisation: act.organisation,
      org_id: orgOf(act),
      at: now,
      actor: act.actor,
      act: act.act,
      subject: act.subject ?? '',
      detail: storedJson(detail),
      counted,
    })
    .execute();
}

/** The portal organisation of an act in the embedded portal, by default that of the actor. */
function orgOf({ organisation, orgId, actor }: Act): RawBuilder<string | null> {
  if (organisation !== null) return sql`cast(null as text)`;
  if (orgId !== undefined) return sql`cast(${orgId} as text)`;
  return sql`(select org_id from portal_user where username = ${actor})`;
}

/**
 * Whether the last hour has fewer entries of the actor, or fewer of the act: who repeats one act a thousand times hides none of
 * another kind. Reads as many of two indexes at most.
 */
function isWithin(act: Act, max: number, now: RawBuilder<unknown>): RawBuilder<boolean> {
  const place =
    act.organisation === null
      ? sql`organisation is null and org_id = ${orgOf(act)}`
      : sql`organisation = ${act.organisation}`;
  const hasFewer = (which: RawBuilder<unknown>) => sql<boolean>`coalesce((select at from audit_entry
    where ${place} and ${which} order by id desc offset ${max - 1} limit 1) <= ${now} - cast(${hour} as bigint), true)`;
  return sql`(${hasFewer(sql`actor = ${act.actor}`)} or ${hasFewer(sql`act = ${act.act}`)})`;
}
