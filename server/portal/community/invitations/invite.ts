import { z } from 'zod';
import { commaList, minutes, readOperation } from '../../../platform/arcgis/schema.ts';
import { refusal } from '../../../../wire/refusals.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { limits } from '../../../limits.ts';
import { loadGroup } from '../../access/load-group.ts';
import type { Caller } from '../../caller.ts';
import { randomId } from '../../identity/random-token.ts';
import { clamp } from '../../identity/sessions.ts';
import type { Operation } from '../../operation.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import { requireMember } from '../../access/refusals.ts';
import { listMembers } from '../member-store.ts';
import { findUsernames } from '../user-store.ts';
import { partnersOf } from '../../organisation/partnerships/partnership-store.ts';
import { saveInvitations } from './invitation-store.ts';

const schema = z.object({
  users: commaList.default([]),
  role: z.string().optional(),
  expiration: minutes,
});

/**
 * `community/groups/{id}/invite` `users`, `role`, `expiration` (minutes): users accept or decline it
 * themselves. Returns names that are unknown, or in the group already.
 */
export const inviteToGroup: Operation = async ({ context, caller, path, parameters }) => {
  const { username: invitedBy } = requireMember(caller);
  const { group } = await loadGroup(context, caller, path['id'] ?? '', 'manage');
  const now = context.now();
  const { users, role, expiration } = readOperation(schema, parameters);
  const people = await findInvitable(context.database, caller, group.org_id, users);
  const inside = new Set((await listMembers(context.database, group.id)).map((member) => member.username));
  const invited = people.filter((username) => !inside.has(username));
  if (people.length === 0) {
    const [name = ''] = users;
    throw refusal(
      'portal:user-not-found',
      'Name at least one member of this organisation, or of a partner organisation, in users.',
      'nobody-to-invite',
      { name },
    );
  }
  const invitations = invited.map((username) => ({
    id: randomId(),
    group_id: group.id,
    username,
    member_type: role === 'group_admin' ? ('admin' as const) : ('member' as const),
    invited_by: invitedBy,
    created_at: now,
    expires_at: now + clamp(expiration, limits.invitationMinutes) * 60_000,
  }));
  await inTransaction(context.database, async (transaction) => {
    await saveInvitations(transaction, invitations, now);
    if (invited.length === 0) return;
    const detail = { title: group.title, people: invited };
    const act = { act: 'group.members-invited', subject: group.id, orgId: group.org_id, detail };
    await recordPortalAct(transaction, invitedBy, act, now);
  });
  const known = new Set(invited.map((username) => username.toLowerCase()));
  const notInvited = users.filter((name) => !known.has(name.toLowerCase()));
  return { success: true, ...(notInvited.length > 0 && { notInvited }) };
};

/**
 * Members visible to the caller; of partner organisations users without a private profile, whose names must
 * be known, as they are not listed.
 */
async function findInvitable(
  database: Database,
  caller: Caller,
  orgId: string,
  names: readonly string[],
): Promise<string[]> {
  const members = await findUsernames(database, names, { caller, orgIds: [orgId] });
  const partners = await partnersOf(database, orgId);
  return [...members, ...(await findUsernames(database, names, { orgIds: partners, shown: true }))];
}
