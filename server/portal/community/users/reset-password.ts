import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { nothing } from '../../../platform/arcgis/unsupported.ts';
import { loadOwnUser } from './load-user.ts';
import { cancelJobsOf } from '../../content/publishing/job-store.ts';
import { clearPassword, replacePasswordHash } from '../../identity/account-store.ts';
import { checkPassword } from '../../identity/check-password.ts';
import { hashOfPassword } from '../../identity/password.ts';
import { requireAllFactors, wrongPassword } from '../../identity/second-factor/require-factors.ts';
import { endOtherSessions } from '../../identity/known-browsers.ts';
import { lockOwnAccount } from '../../identity/session-store.ts';
import { endSessionsOf } from '../../identity/token-store.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import { refuseQueryParameters } from '../../request/parameters.ts';
import { requireRecentSignIn } from '../../access/recent-sign-in.ts';
import { type Member, requireMember, userNotFound } from '../../access/refusals.ts';
import { makeLink } from '../links/open-links.ts';

const noQuestions = nothing('Security questions are not supported.');

const schema = z.object({
  newPassword: z.string().default(''),
  newSecurityQuestionIdx: noQuestions,
  newSecurityAnswer: noQuestions,
});

const otherSchema = schema.extend({
  newPassword: nothing(
    'newPassword is not supported. Users choose their passwords, by the link in the response.',
  ),
});

/**
 * `community/users/{user}/reset`. For oneself: `password` (the current one), `newPassword`, and with a second factor `code` (of the app,
 * or a recovery code) or `assertion`; every other session ends. For an administrator, of another user: the password stops working and every session and job ends
 * at once; the response has the secret of a link by which the user chooses a new one, so that no administrator
 * ever knows a password.
 */
export const resetPassword: Operation = async (call) => {
  const user = await loadOwnUser(call);
  const { username } = user;
  const caller = requireMember(call.caller);
  refuseQueryParameters(call, ['password', 'newPassword', 'code', 'assertion']);
  if (caller.username === username) return changeOwn(call, user);
  requireRecentSignIn(caller, call.context.now());
  return resetOther(call, username, caller);
};

async function changeOwn(call: PortalCall, user: Awaited<ReturnType<typeof loadOwnUser>>) {
  const { username } = user;
  const { context, parameters } = call;
  const { newPassword } = readOperation(schema, parameters);
  const from = await requireAllFactors(call, username);
  checkPassword(newPassword, { ...user, fullName: user.full_name });
  const to = await hashOfPassword(context, newPassword);
  await context.database.transaction().execute(async (transaction) => {
    const session = await lockOwnAccount(transaction, requireMember(call.caller));
    // Someone else with the former password must not undo a change.
    if (!(await replacePasswordHash(transaction, username, { from, to }))) throw wrongPassword();
    await endOtherSessions(call, transaction, session);
    await recordPortalAct(
      transaction,
      username,
      { act: 'person.password-changed', subject: username },
      context.now(),
    );
  });
  return { success: true, username };
}

async function resetOther(
  { context, parameters }: PortalCall,
  username: string,
  { username: actor, orgId }: Member,
) {
  readOperation(otherSchema, parameters);
  return context.database.transaction().execute(async (transaction) => {
    const now = context.now();
    await clearPassword(transaction, username);
    // Another administrator may have deleted the user meanwhile.
    if ((await endSessionsOf(transaction, username)) === undefined) throw userNotFound();
    await cancelJobsOf(transaction, username);
    await recordPortalAct(transaction, actor, { act: 'person.password-reset', subject: username }, now);
    const link = await makeLink(transaction, { kind: 'password', username }, { orgId, by: actor, now });
    return { success: true, username, ...link };
  });
}
