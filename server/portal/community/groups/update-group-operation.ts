import { loadGroup } from '../../access/load-group.ts';
import type { Operation } from '../../operation.ts';
import { updateGroup } from '../group-store.ts';
import { keepThumbnail, readThumbnail } from '../thumbnail.ts';
import { readGroupDetails } from './group-parameters.ts';

/** `community/groups/{id}/update`: what the request leaves out stays. */
export const updateGroupOperation: Operation = async (call) => {
  const { context, caller, path } = call;
  const { group } = await loadGroup(context, caller, path['id'] ?? '', 'manage');
  const details = readGroupDetails(call);
  const now = context.now();
  const owner = { kind: 'group' as const, id: group.id };
  await updateGroup(context.database, group, {
    thumbnail: await keepThumbnail(context.database, owner, readThumbnail(call), now),
    title: details.title,
    access: details.access,
    snippet: details.snippet,
    description: details.description,
    tags: details.tags,
    sort_field: details.sortField,
    sort_order: details.sortOrder,
    is_invitation_only: details.isInvitationOnly,
    is_view_only: details.isViewOnly,
    modified_at: now,
  });
  return { success: true, groupId: group.id };
};
