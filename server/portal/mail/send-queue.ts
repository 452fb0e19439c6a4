import { randomInt } from 'node:crypto';
import { limits } from '../../limits.ts';
import { failureReason } from '../../platform/mail/failure-reason.ts';
import { isRefusedForGood, type Mailer } from '../../platform/mail/mailer.ts';
import { findUser, lockUser } from '../community/user-store.ts';
import { hashOf, randomToken } from '../identity/random-token.ts';
import type { PortalContext } from '../operation.ts';
import { type Composed, composeCode, composeLink, composeNotice } from './compose.ts';
import { mailTextsOf } from './mail-texts.ts';
import {
  claimMail,
  deleteMail,
  forgetMail,
  type MailRow,
  markSent,
  postpone,
  queueMail,
} from './mail-store.ts';
import { findForgetful, saveMailToken } from './mail-token-store.ts';

/** Sends the mail of the queue in the background, with those of other processes. */
export interface MailQueue {
  /** Waits for the message that is being sent. */
  stop(): Promise<void>;
}

export function startMailQueue(
  context: PortalContext,
  mailer: Mailer,
  onFailure: (error: unknown) => void,
): MailQueue {
  let stopped = false;
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= sendDueMail(context, mailer, { onFailure, isStopped: () => stopped })
      .catch(onFailure)
      .finally(() => (running = undefined));
  }, limits.mailQueueSeconds * 1000);
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

/** One pass over the queue. */
export async function sendDueMail(
  context: PortalContext,
  mailer: Mailer,
  { onFailure, isStopped = () => false }: { onFailure: (error: unknown) => void; isStopped?: () => boolean },
): Promise<void> {
  await forgetMail(context.database, context.now());
  for (const row of await claimMail(context.database, context.now())) {
    // What was claimed and not sent is sent by another process, or after a restart.
    if (isStopped()) return;
    await handle(context, mailer, row, onFailure);
  }
}

/** Sends one message, or plans another try. */
async function handle(
  context: PortalContext,
  mailer: Mailer,
  row: MailRow,
  onFailure: (error: unknown) => void,
): Promise<void> {
  const { database, now } = context;
  try {
    if (row.kind === 'forgotten') return await lookUp(context, row);
    const mail = await write(context, row);
    if (!mail) return await deleteMail(database, row.id);
    await mailer.send(mail);
    await markSent(database, row.id, now());
  } catch (error) {
    onFailure(error);
    if (isRefusedForGood(error)) await deleteMail(database, row.id);
    else await postpone(database, row, failureReason(error), now());
  }
}

/** Queues a link for every account that may be meant. Whether there is one is not revealed. */
async function lookUp({ database, now }: PortalContext, { id, data }: MailRow): Promise<void> {
  const { typed, orgId } = data as { typed: string; orgId: string | null };
  const usernames = await findForgetful(database, { typed, orgId });
  await database.transaction().execute(async (transaction) => {
    // First, so that a link has the place of its search in a full queue.
    await deleteMail(transaction, id);
    for (const username of usernames.toSorted()) {
      // Searches at the same time would each count the links before the other's.
      await lockUser(transaction, username);
      await queueMail(transaction, { kind: 'password', username }, now());
    }
  });
}

/** The message of a row, with a new token; undefined when its user is gone, or may not get it any more. */
async function write(context: PortalContext, row: MailRow): Promise<(Composed & { to: string }) | undefined> {
  const user = await findUser(context.database, row.username ?? '');
  const portal = user && (await context.organisations.byId(user.org_id));
  const to = row.recipient;
  if (!user || !portal || to === null) return undefined;
  const texts = await mailTextsOf(user.culture);
  const { username } = user;
  const recipient = {
    username,
    fullName: user.full_name,
    place: { publicUrl: context.publicUrl, portal },
  };
  if (row.kind === 'notice') return { ...composeNotice(recipient, row.data, row.created_at, texts), to };
  // A link or code is for the address that the user has now.
  if (user.disabled || user.email !== to) return undefined;
  const isLink = row.kind === 'password';
  if (isLink && user.email_confirmed_at === null) return undefined;
  const secret = isLink ? randomToken() : newCode();
  const minutes = isLink ? limits.mailedLinkMinutes : limits.mailedCodeMinutes;
  await saveMailToken(context.database, {
    tokenHash: isLink ? hashOf(secret) : codeHash(username, secret),
    kind: isLink ? 'password' : 'code',
    username,
    email: to,
    expires: context.now() + minutes * 60_000,
  });
  const composed = isLink ? composeLink(recipient, secret, texts) : composeCode(recipient, secret, texts);
  return { ...composed, to };
}

/** Without letters and digits that look alike. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

function newCode(): string {
  return Array.from({ length: limits.mailedCodeCharacters }, () => alphabet[randomInt(alphabet.length)]).join(
    '',
  );
}

/** How a code is stored: it works for its user only, in any case and with spaces. */
export function codeHash(username: string, code: string): string {
  const typed = code.normalize('NFKC').toUpperCase().replaceAll(/[\s-]/g, '');
  return hashOf(JSON.stringify(['mailed-code', username, typed]));
}
