import { type Fault, MappingError } from '../../../wire/errors.ts';
import type { Database } from '../../database/connect.ts';
import { loadGroup } from '../access/load-group.ts';
import { forbidden } from '../access/refusals.ts';
import { createUser } from '../community/create-user.ts';
import { addMembers } from '../community/member-store.ts';
import type { Operation, PortalCall } from '../operation.ts';
import { checkPortalId } from '../organisation/get-portal.ts';
import { recordPortalAct } from '../record-portal-act.ts';
import { refuseQueryParameters } from '../request/refuse-query-parameters.ts';
import { type Invitation, readInvitations } from './invitations.ts';
import { makeLink } from './links/make-link.ts';
import { requireMember } from '../request/require-member.ts';

interface Invited {
  username: string | null;
  /** Secret of a link, told this once; null where a password was given. */
  link: string | null;
  expires: number | null;
}

/**
 * `portals/{id}/invite` `invitationList`: people are made with the password given, or without one and with a link to choose
 * it; an invitation without a username is a link by which somebody makes their own account. This portal sends no mail: the
 * links are in `invitations`, for the administrator to hand over. Who could not be invited is in `notInvited`, why in `faults`.
 */
export const invitePeople: Operation = async (call) => {
  checkPortalId(call);
  const { username: actor, orgId } = requireMember(call.caller);
  refuseQueryParameters(call, ['invitationList']);
  const wishes = readInvitations(call.parameters['invitationList']);
  const invitations: Invited[] = [];
  const faults: (Omit<Fault, 'path'> & { username: string })[] = [];
  for (const wish of wishes) {
    try {
      invitations.push(await invite(call, wish, { actor, orgId }));
    } catch (error) {
      if (!(error instanceof MappingError)) throw error;
      const { code, values } = error.faults[0] ?? {};
      faults.push({
        username: wish.username ?? wish.email,
        message: error.message,
        ...(code && { code }),
        ...(values && { values }),
      });
    }
  }
  return {
    success: faults.length === 0,
    notInvited: faults.map(({ username }) => username),
    invitations,
    faults,
  };
};

async function invite(
  call: PortalCall,
  wish: Invitation,
  { actor, orgId }: { actor: string; orgId: string },
): Promise<Invited> {
  const { context } = call;
  for (const id of wish.groups) {
    const { group } = await loadGroup(context, call.caller, id, 'manage');
    // Whoever runs a group of a partner organisation invites people there; who joins here is not in it from the start.
    if (group.org_id !== orgId) throw forbidden();
  }
  const now = context.now();
  const made = { orgId, by: actor, now, minutes: wish.expiration };
  const detail = { role: wish.role, groups: wish.groups };
  return context.database.transaction().execute(async (transaction): Promise<Invited> => {
    if (wish.username === undefined) {
      const link = await makeLink(
        transaction,
        { kind: 'join', role: wish.role, groupIds: wish.groups },
        made,
      );
      await recordPortalAct(transaction, actor, { act: 'person.invited', subject: wish.email, detail }, now);
      return { username: null, ...link };
    }
    await create(call, transaction, { ...wish, username: wish.username });
    await recordPortalAct(transaction, actor, { act: 'person.created', subject: wish.username, detail }, now);
    if (wish.password !== undefined) return { username: wish.username, link: null, expires: null };
    const link = await makeLink(transaction, { kind: 'password', username: wish.username }, made);
    return { username: wish.username, ...link };
  });
}

async function create(
  { context }: PortalCall,
  transaction: Database,
  wish: Invitation & { username: string },
): Promise<void> {
  const { username, password, fullName, email, role, groups } = wish;
  await createUser(
    { ...context, database: transaction },
    { username, fullName, email, role, ...(password !== undefined && { password }) },
  );
  for (const id of groups)
    await addMembers(transaction, id, [{ username, memberType: 'member' }], context.now());
}
