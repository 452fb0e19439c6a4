import { loadGroup } from '../../access/load-group.ts';
import { forbidden, requireMember } from '../../access/refusals.ts';
import { mayHaveGroupAt } from '../../access/sharing-policy.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import type { Operation } from '../../operation.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import { updateGroup } from '../group-store.ts';
import { keepThumbnail, readThumbnail } from '../thumbnail.ts';
import { readGroupDetails } from './group-parameters.ts';

/** `community/groups/{id}/update`: omitted fields are unchanged. */
export const updateGroupOperation: Operation = async (call) => {
  const { context, caller, path } = call;
  const { group } = await loadGroup(context, caller, path['id'] ?? '', 'manage');
  const details = readGroupDetails(call.parameters);
  const { access = group.access } = details;
  if (access !== group.access && !mayHaveGroupAt(caller, access)) throw forbidden();
  const now = context.now();
  const owner = { kind: 'group' as const, id: group.id };
  const picture = readThumbnail(call);
  const change = {
    title: details.title,
    access: details.access,
    snippet: details.snippet,
    description: details.description,
    tags: details.tags,
    sort_field: details.sortField,
    sort_order: details.sortOrder,
    is_invitation_only: details.isInvitationOnly,
    is_view_only: details.isViewOnly,
  };
  const changed = changedNames(group, { ...change, ...(picture && { thumbnail: picture }) });
  await inTransaction(context.database, async (transaction) => {
    await updateGroup(transaction, group, {
      ...change,
      thumbnail: await keepThumbnail(transaction, owner, picture, now),
      modified_at: now,
    });
    if (changed.length === 0) return;
    // Changes of joining, visibility and title are logged.
    const detail = { title: group.title, changed };
    const act = { act: 'group.changed', subject: group.id, orgId: group.org_id, detail };
    await recordPortalAct(transaction, requireMember(caller).username, act, now);
  });
  return { success: true, groupId: group.id };
};

/** Columns that are given and differ from the current values. */
function changedNames(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  const differs = (name: string) => JSON.stringify(after[name]) !== JSON.stringify(before[name]);
  return Object.keys(after).filter((name) => after[name] !== undefined && differs(name));
}
