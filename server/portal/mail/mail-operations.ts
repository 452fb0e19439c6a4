import { z } from 'zod';
import { refusal } from '../../../wire/refusals.ts';
import { readOperation } from '../../platform/arcgis/schema.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { failureReason } from '../../platform/mail/failure-reason.ts';
import { isMailAddress } from '../../platform/mail/smtp-settings.ts';
import { forbidden, requireMember } from '../access/refusals.ts';
import type { UserRow } from '../community/present-user.ts';
import { findUser } from '../community/user-store.ts';
import { loadOwnUser } from '../community/users/load-user.ts';
import { tooManyTries } from '../identity/second-factor/check-code.ts';
import { lockOwnAccount } from '../identity/session-store.ts';
import type { Operation, PortalCall } from '../operation.ts';
import { checkPortalId } from '../organisation/portal-organisations.ts';
import { recordPortalAct } from '../record-portal-act.ts';
import { composeTest } from './compose.ts';
import { queueMail, waitingMail } from './mail-store.ts';
import { mailTextsOf } from './mail-texts.ts';
import { confirmAddress, useMailToken } from './mail-token-store.ts';
import { codeHash } from './send-queue.ts';

/**
 * `portals/{id}/mail`: the sender of the portal's messages, how many to members of the organisation wait, and why; `mail` is null
 * where the operator has not set `SMTP_URL`. Not in ArcGIS.
 */
export const getMail: Operation = async (call) => {
  checkPortalId(call);
  const { orgId } = requireMember(call.caller);
  const { mail, database } = call.context;
  return { mail: mail ? { from: mail.from, ...(await waitingMail(database, orgId)) } : null };
};

/**
 * `portals/{id}/mail/test`: sends a message to the administrator's own, confirmed address at once, and answers when the mail server has
 * accepted it.
 * @throws MappingError `portal:mail-failed` (400) with the kind of the mail server's response
 */
export const testMail: Operation = async (call) => {
  checkPortalId(call);
  const { username } = requireMember(call.caller);
  const { context } = call;
  const user = await findUser(context.database, username);
  if (!context.mail) throw noMail();
  if (!user || !isMailAddress(user.email)) throw noAddress();
  // Anyone can enter an address of others, who would get the messages.
  if (user.email_confirmed_at === null) throw unconfirmedAddress();
  const wait = await context.testMailTries.take(`test mail ${username}`);
  if (wait > 0) throw tooManyTries(wait);
  const texts = await mailTextsOf(user.culture);
  const recipient = { username, fullName: user.full_name, place: context };
  try {
    await context.mail.send({ ...composeTest(recipient, texts), to: user.email });
  } catch (error) {
    call.request.log.warn({ err: error }, 'A test message could not be sent');
    const reason = failureReason(error);
    const message = `The message was not sent. The mail server’s response: ${reason}. The server’s log has the details.`;
    throw refusal('portal:mail-failed', message, 'mail-failed', { reason });
  }
  return { success: true, to: user.email };
};

/** `community/users/{user}/email/sendCode`: sends a code to one's own address, to confirm it. Not in ArcGIS. */
export const sendEmailCode: Operation = async (call) => {
  const { username, email } = await loadSelf(call);
  const { context } = call;
  if (!context.mail) throw noMail();
  if (!isMailAddress(email)) throw noAddress();
  const queued = await inTransaction(context.database, async (transaction) => {
    // Requests at the same time would each count the codes before the other's.
    await lockOwnAccount(transaction, requireMember(call.caller));
    return queueMail(transaction, { kind: 'code', username, to: email }, context.now());
  });
  if (!queued) throw tooManyTries(3600);
  return { success: true, to: email };
};

const schema = z.object({ code: z.string().default('') });

/** `community/users/{user}/email/confirm` `code`: from then on notices and links for a new password are sent to the address. */
export const confirmEmail: Operation = async (call) => {
  const { username, email } = await loadSelf(call);
  const { context } = call;
  const { code } = readOperation(schema, call.parameters);
  const wait = await context.codeTries.take(`email ${username}`);
  if (wait > 0) throw tooManyTries(wait);
  const now = context.now();
  const confirmed = await context.database.transaction().execute(async (transaction) => {
    // Links for a new password are sent to a confirmed address.
    await lockOwnAccount(transaction, requireMember(call.caller));
    const token = { tokenHash: codeHash(username, code), kind: 'code', username, email } as const;
    if (!(await useMailToken(transaction, token, now))) return false;
    if (!(await confirmAddress(transaction, { username, email }, now))) return false;
    await recordPortalAct(transaction, username, { act: 'person.email-confirmed', subject: username }, now);
    return true;
  });
  if (!confirmed)
    throw refusal('portal:wrong-code', 'This code is wrong, or has expired.', 'wrong-mailed-code', {});
  await context.codeTries.clear(`email ${username}`);
  return { success: true };
};

/** The user of the path, who must be the caller: an address is confirmed by the person who reads it. */
async function loadSelf(call: PortalCall): Promise<UserRow> {
  const user = await loadOwnUser(call);
  if (user.username !== requireMember(call.caller).username) throw forbidden();
  return user;
}

const noMail = () =>
  refusal('portal:no-mail', 'This portal sends no email: its operator has not set SMTP_URL.', 'no-mail', {});

const unconfirmedAddress = () =>
  refusal(
    'portal:no-address',
    'Confirm your email address in your profile first.',
    'unconfirmed-mail-address',
    {},
  );

const noAddress = () =>
  refusal('portal:no-address', 'Enter your email address in your profile first.', 'no-mail-address', {});
