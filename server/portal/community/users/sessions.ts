import { z } from 'zod';
import { boolean, readOperation } from '../../../platform/arcgis/schema.ts';
import { refusal } from '../../../../wire/refusals.ts';
import { lockUser } from '../user-store.ts';
import { loadOwnUser } from './load-user.ts';
import { withdrawConsents } from '../../identity/apps/consent-store.ts';
import { endOtherSessions } from '../../identity/known-browsers.ts';
import { listSessions, lockOwnAccount, ownSession } from '../../identity/session-store.ts';
import { endSession, endSessionsOf } from '../../identity/token-store.ts';
import type { Operation } from '../../operation.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import { requireMember, userNotFound } from '../../access/refusals.ts';

/** Of endSessions. */
const schema = z.object({ keepCurrent: boolean.default(false) });

/** `community/users/{user}/sessions`: the user's sign-ins; `current` is the session of this call. */
export const listUserSessions: Operation = async (call) => {
  const { username } = await loadOwnUser(call);
  const { database, now } = call.context;
  const current = await ownSession(call.caller, database);
  const sessions = await listSessions(database, username, now());
  return { sessions: sessions.map((session) => ({ ...session, current: session.id === current })) };
};

/** `community/users/{user}/sessions/{session}/end`; its application must be allowed again at the next sign-in. */
export const endUserSession: Operation = async (call) => {
  const { username } = await loadOwnUser(call);
  const { context, caller, path } = call;
  const session = path['session'] ?? '';
  await context.database.transaction().execute(async (transaction) => {
    await withdrawConsents(transaction, username, session);
    if (!(await endSession(transaction, session, username))) {
      throw refusal('portal:session-not-found', 'This session has ended already.', 'session-ended', {});
    }
    const actor = requireMember(caller).username;
    await recordPortalAct(
      transaction,
      actor,
      { act: 'person.session-ended', subject: username },
      context.now(),
    );
  });
  return { success: true };
};

/** `community/users/{user}/endSessions`: all; with `keepCurrent=true` all others. */
export const endUserSessions: Operation = async (call) => {
  const { username } = await loadOwnUser(call);
  const { context, caller, parameters } = call;
  const { keepCurrent } = readOperation(schema, parameters);
  const member = requireMember(caller);
  const actor = member.username;
  await context.database.transaction().execute(async (transaction) => {
    const own = actor === username ? await lockOwnAccount(transaction, member) : undefined;
    if (own === undefined && !(await lockUser(transaction, username))) throw userNotFound();
    await withdrawConsents(transaction, username);
    const kept = keepCurrent ? own : undefined;
    if (kept !== undefined) await endOtherSessions(call, transaction, kept);
    else await endSessionsOf(transaction, username, kept);
    await recordPortalAct(
      transaction,
      actor,
      { act: 'person.sessions-ended', subject: username },
      context.now(),
    );
  });
  return { success: true };
};
