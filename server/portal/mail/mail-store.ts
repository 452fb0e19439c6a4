import { type Selectable, sql } from 'kysely';
import { limits } from '../../limits.ts';
import type { Database } from '../../platform/database/connect.ts';
import { deleteAllExpired } from '../../platform/database/expired-rows-store.ts';
import type { MailKind } from '../../platform/database/tables/mail.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { storedJson } from '../../platform/safety/stored-text.ts';

export type MailRow = Selectable<Tables['mail_message']>;

const hour = 3_600_000;
const perHour: Record<Exclude<MailKind, 'forgotten'>, number> = {
  notice: limits.noticesPerHour,
  password: limits.mailedLinksPerHour,
  code: limits.mailedCodesPerHour,
};
const lifetimes: Record<MailKind, number> = {
  notice: limits.noticeHours * hour,
  forgotten: limits.mailedLinkMinutes * 60_000,
  password: limits.mailedLinkMinutes * 60_000,
  code: limits.mailedCodeMinutes * 60_000,
};

/** What anyone can cause by asking for a new password: searches for accounts, and the links that are found by them. */
const forgottenKinds: readonly MailKind[] = ['forgotten', 'password'];
const otherKinds: readonly MailKind[] = ['notice', 'code'];

/**
 * A place in the queue; of a queue that is full the message is dropped. Forgotten passwords have a part of it, so that they leave
 * room for the others.
 */
function roomFor(kind: MailKind) {
  const isForgotten = forgottenKinds.includes(kind);
  const most = isForgotten ? limits.waitingForgottenMails : limits.waitingMails;
  const kinds = isForgotten ? forgottenKinds : [...forgottenKinds, ...otherKinds];
  return sql<boolean>`(select count(*) from (
    select from mail_message where sent_at is null and kind = any(${[...kinds]}::text[]) limit ${most}) waiting) < ${most}`;
}

/**
 * Queues a message to a user, in the transaction of what it is about.
 * @param to undefined: the user's confirmed address; without one, nothing is queued
 * @returns whether it was queued: a user gets a few of each kind per hour, also at the same time if the caller holds the user's lock
 */
export async function queueMail(
  database: Database,
  message: { kind: 'notice' | 'password' | 'code'; username: string; to?: string; data?: object },
  now: number,
): Promise<boolean> {
  const { kind, username, to, data = {} } = message;
  const { numAffectedRows = 0n } = await sql`
    insert into mail_message (kind, username, recipient, data, created_at, next_at, expires_at)
    select ${kind}, username, coalesce(${to ?? null}::text, email), ${storedJson(data)}::jsonb,
      ${now}::bigint, ${now}::bigint, ${now + lifetimes[kind]}::bigint
    from portal_user where username = ${username}
      and (${to ?? null}::text is not null or (email_confirmed_at is not null and not disabled))
      and (select count(*) from mail_message sent where sent.username = portal_user.username
        and sent.kind = ${kind} and sent.created_at > ${now - hour}) < ${perHour[kind]}
      and ${roomFor(kind)}`.execute(database);
  return numAffectedRows > 0n;
}

/** Queues the search for the account of a forgotten password. It costs the same whether or not there is one. */
export async function queueForgotten(
  database: Database,
  data: { typed: string; orgId: string | null },
  now: number,
): Promise<void> {
  await sql`
    insert into mail_message (kind, data, created_at, next_at, expires_at)
    select 'forgotten', ${storedJson(data)}::jsonb, ${now}::bigint, ${now}::bigint,
      ${now + lifetimes.forgotten}::bigint
    where ${roomFor('forgotten')}`.execute(database);
}

/**
 * Messages that are due, which belong to this process for a while: another one gets others. Messages beyond the limit of an hour
 * stay in the queue. Notices and codes, links, and searches, which send nothing, each have a share, so that none waits for another.
 */
export async function claimMail(database: Database, now: number): Promise<MailRow[]> {
  const { sent, links } = await database
    .selectFrom('mail_message')
    .select((eb) => [
      eb.fn.countAll<number>().as('sent'),
      eb.fn.countAll<number>().filterWhere('kind', '=', 'password').as('links'),
    ])
    .where('sent_at', '>', now - hour)
    .executeTakeFirstOrThrow();
  const left = limits.mailsPerHour - sent;
  const share = limits.mailsPerRound / 2;
  const others = await claimOf(database, otherKinds, Math.min(share, left), now);
  const leftForLinks = Math.min(left - others.length, limits.forgottenMailsPerHour - links);
  const claimedLinks = await claimOf(database, ['password'], Math.min(share, leftForLinks), now);
  const searches = await claimOf(database, ['forgotten'], limits.mailsPerRound, now);
  return [...others, ...claimedLinks, ...searches];
}

async function claimOf(
  database: Database,
  kinds: readonly MailKind[],
  most: number,
  now: number,
): Promise<MailRow[]> {
  if (most <= 0) return [];
  return database
    .updateTable('mail_message')
    .set((eb) => ({ next_at: now + limits.mailClaimSeconds * 1000, tries: eb('tries', '+', 1) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('mail_message')
        .select('id')
        .where('sent_at', 'is', null)
        .where('kind', 'in', [...kinds])
        .where('next_at', '<=', now)
        .where('expires_at', '>', now)
        .orderBy('next_at')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}

export async function markSent(database: Database, id: number, now: number): Promise<void> {
  await database
    .updateTable('mail_message')
    .set({ sent_at: now, problem: '' })
    .where('id', '=', id)
    .execute();
}

/** Tries a message again later; when it has expired until then, it is given up. */
export async function postpone(
  database: Database,
  { id, tries }: Pick<MailRow, 'id' | 'tries'>,
  problem: string,
  now: number,
): Promise<void> {
  const pause = limits.mailRetrySeconds * 1000 * 2 ** Math.min(tries - 1, 6);
  await database
    .updateTable('mail_message')
    .set({ next_at: now + pause, problem: problem.replaceAll('\0', '').slice(0, 300) })
    .where('id', '=', id)
    .execute();
}

export async function deleteMail(database: Database, id: number): Promise<void> {
  await database.deleteFrom('mail_message').where('id', '=', id).execute();
}

/** Deletes what has expired, and what was sent so long ago that it counts for no limit. */
export async function forgetMail(database: Database, now: number): Promise<void> {
  const old = sql`(sent_at is null and expires_at <= ${now}) or sent_at <= ${now - hour}`;
  await deleteAllExpired(database, 'mail_message', old);
  await deleteAllExpired(database, 'portal_mail_token', sql`expires_at <= ${now}`);
}

/** Messages to an organisation's members that wait, and the last failure among them. */
export async function waitingMail(
  database: Database,
  orgId: string,
): Promise<{ waiting: number; problem: string | null }> {
  const rows = await database
    .selectFrom('mail_message')
    .innerJoin('portal_user', 'portal_user.username', 'mail_message.username')
    .select(['problem', 'tries'])
    .where('org_id', '=', orgId)
    .where('sent_at', 'is', null)
    .orderBy('mail_message.next_at', 'desc')
    .limit(limits.waitingMails)
    .execute();
  return { waiting: rows.length, problem: rows.find(({ problem }) => problem !== '')?.problem ?? null };
}
