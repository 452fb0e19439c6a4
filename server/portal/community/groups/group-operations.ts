import { inTransaction } from '../../../platform/database/connect.ts';
import { mayHaveGroupAt } from '../../access/item-policy.ts';
import { loadGroup } from '../../access/load-group.ts';
import { holdsIn } from '../../access/privileges.ts';
import { requireRecentSignInFor } from '../../access/recent-sign-in.ts';
import type { Operation } from '../../operation.ts';
import { presentGroup, presentMembership } from '../present-group.ts';
import { refusal, coded } from '../../../../wire/refusals.ts';
import { forbidden, groupNotFound, requireMember, userNotFound } from '../../access/refusals.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import { createGroup } from '../create-group.ts';
import { storeThumbnail, readThumbnail } from '../thumbnail.ts';
import { deleteGroup, lockGroups, updateGroup } from '../group-store.ts';
import { z } from 'zod';
import { readOperation, boolean, commaList } from '../../../platform/arcgis/schema.ts';
import { nothing, off } from '../../../platform/arcgis/unsupported.ts';
import { maySeeUser } from '../../access/user-policy.ts';
import { changeOwner } from '../member-store.ts';
import { findUser } from '../user-store.ts';
import { keepClosed } from '../users/keep-an-administrator.ts';
import { allowBeyondQuota } from '../../quotas/quota-store.ts';
import { type Fault, MappingError } from '../../../../wire/errors.ts';
import { limits } from '../../../limits.ts';
import type { Parameters } from '../../../platform/arcgis/parameters.ts';

/** `community/groups/{id}`: a group and the caller's membership in it. */
export const getGroup: Operation = async ({ context, caller, path }) => {
  const { group, facts } = await loadGroup(context, caller, path['id'] ?? '', 'see');
  return {
    ...presentGroup(group),
    userMembership: presentMembership(caller, facts.membership),
  };
};

/** `community/createGroup`: the caller's own group; private and by invitation by default. */
export const createGroupOperation: Operation = async (call) => {
  const { context } = call;
  const caller = requireMember(call.caller);
  const { title, ...details } = readGroupDetails(call.parameters);
  if (!title) throw refusal('portal:invalid-group', 'Enter a title.', 'no-title', {});
  const access = details.access ?? 'private';
  if (!mayHaveGroupAt(caller, access)) throw forbidden();
  const thumbnail = await readThumbnail(call);
  const id = await inTransaction(context.database, async (database) => {
    const made = await createGroup(
      { ...context, database },
      { ...details, title, owner: caller.username, access, thumbnail },
    );
    const act = { act: 'group.created', subject: made, detail: { title } };
    await recordPortalAct(database, caller.username, act, context.now());
    return made;
  });
  const { group } = await loadGroup(context, caller, id, 'see');
  return { success: true, group: presentGroup(group) };
};

/** `community/groups/{id}/update`: omitted fields are unchanged. */
export const updateGroupOperation: Operation = async (call) => {
  const { context, caller, path } = call;
  const { group } = await loadGroup(context, caller, path['id'] ?? '', 'manage');
  await requireRecentSignInFor(group.id, call);
  const details = readGroupDetails(call.parameters);
  const { access = group.access } = details;
  // Clients send all of a group back.
  if ((details.protected ?? group.protected) !== group.protected)
    throw invalidGroup([{ path: 'protected', message: 'Use protect or unprotect.' }]);
  if (access !== group.access && !mayHaveGroupAt(caller, access)) throw forbidden();
  if (details.isInvitationOnly === false && group.is_invitation_only) await keepClosed(context, group.id);
  const now = context.now();
  const owner = { kind: 'group' as const, id: group.id };
  const picture = await readThumbnail(call);
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
    await allowBeyondQuota(transaction);
    // The group before its picture: another one that is stored at the same time is replaced.
    if ((await lockGroups(transaction, [group.id])).length === 0) throw groupNotFound();
    await updateGroup(transaction, group, {
      ...change,
      thumbnail: await storeThumbnail(transaction, owner, picture, now),
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

/**
 * `community/groups/{id}/delete`: its items are kept but no longer shared with it. A protected group cannot
 * be deleted.
 */
export const deleteGroupOperation: Operation = async ({ context, caller, path }) => {
  const { group } = await loadGroup(context, caller, path['id'] ?? '', 'delete');
  const isProtected = () =>
    refusal('portal:group-protected', 'This group is protected against deletion.', 'protected-group', {});
  if (group.protected) throw isProtected();
  const [administered] = await context.administeredBy([group.id]);
  if (administered) {
    throw refusal(
      'portal:last-administrator',
      `This group is who administers ${administered.organisation}. Name another group in its settings first.`,
      'administers',
      { organisation: administered.organisation },
    );
  }
  await inTransaction(context.database, async (transaction) => {
    // It may have been protected since.
    if (await deleteGroup(transaction, group.id)) throw isProtected();
    const actor = requireMember(caller).username;
    const act = {
      act: 'group.deleted',
      subject: group.id,
      orgId: group.org_id,
      detail: { title: group.title },
    };
    await recordPortalAct(transaction, actor, act, context.now());
  });
  return { success: true, groupId: group.id };
};

/** `community/groups/{id}/protect`: the group cannot be deleted until `unprotect`. */
export const protectGroup: Operation = setProtected(true);
export const unprotectGroup: Operation = setProtected(false);

function setProtected(isProtected: boolean): Operation {
  return async ({ context, caller, path }) => {
    const { group } = await loadGroup(context, caller, path['id'] ?? '', 'delete');
    await inTransaction(context.database, async (transaction) => {
      await updateGroup(transaction, group, { protected: isProtected });
      const act = {
        act: 'group.changed',
        subject: group.id,
        orgId: group.org_id,
        detail: { title: group.title, changed: ['protected'] },
      };
      await recordPortalAct(transaction, requireMember(caller).username, act, context.now());
    });
    return { success: true, groupId: group.id };
  };
}

const reassignSchema = z.object({ targetUsername: z.string().default('') });

/**
 * `community/groups/{id}/reassign` `targetUsername`: changes the owner; the previous one becomes an
 * administrator of the group.
 */
export const reassignGroup: Operation = async ({ context, caller, path, parameters }) => {
  const { group } = await loadGroup(context, caller, path['id'] ?? '', 'delete');
  await requireRecentSignInFor(group.id, { context, caller });
  const { targetUsername } = readOperation(reassignSchema, parameters);
  const target = await findUser(context.database, targetUsername);
  if (!target || target.disabled || target.org_id !== group.org_id || !maySeeUser(caller, target))
    throw userNotFound();
  if (target.username !== group.owner) {
    const detail = { title: group.title, from: group.owner, to: target.username };
    const act = { act: 'group.reassigned', subject: group.id, orgId: group.org_id, detail };
    const byMember = !holdsIn(caller, 'portal:admin:reassignGroups', group.org_id);
    await inTransaction(context.database, async (transaction) => {
      await changeOwner(transaction, [group.id], target.username, context.now(), byMember);
      await recordPortalAct(transaction, requireMember(caller).username, act, context.now());
    });
  }
  return { success: true, groupId: group.id };
};

function text(most: number, code: 'long-title' | 'long-summary' | 'long-description') {
  return z
    .string()
    .refine((value) => value.length <= most, {
      message: `At most ${most} characters.`,
      params: coded(code, { most }),
    })
    .optional();
}

const oneOf = <const Name extends string>(...names: Name[]) =>
  z.enum(names, `Specify one of ${names.join(', ')}.`).optional();

/** Of createGroup and update, with the same limits of tags as an item's. */
const schema = z.object({
  title: text(250, 'long-title'),
  access: oneOf('private', 'org', 'public'),
  snippet: text(2048, 'long-summary'),
  description: text(100_000, 'long-description'),
  tags: commaList
    .refine((tags) => tags.length <= limits.itemTags, `Specify at most ${limits.itemTags}.`)
    .refine(
      (tags) => tags.every((tag) => tag.length <= limits.itemTag),
      `Each may have at most ${limits.itemTag} characters.`,
    )
    .optional(),
  sortField: oneOf('title', 'owner', 'avgRating', 'numViews', 'created', 'modified', 'name'),
  sortOrder: oneOf('asc', 'desc'),
  isInvitationOnly: boolean.optional(),
  isViewOnly: boolean.optional(),
  protected: boolean.optional(),
  isReadOnly: off('isReadOnly is not supported. With isViewOnly only managers share items with a group.'),
  clearEmptyFields: boolean.default(false),
  capabilities: nothing(
    'capabilities is not supported. Members of a group never change the items of others.',
  ),
  membershipAccess: nothing(
    'membershipAccess is not supported. The organisation and its partners determine who may belong to a group.',
    'org',
  ),
  leavingDisallowed: off('leavingDisallowed is not supported.'),
  hiddenMembers: off('hiddenMembers is not supported.'),
  autoJoin: off('autoJoin is not supported.'),
  isOpenData: off('isOpenData is not supported.'),
  notificationsEnabled: off('notificationsEnabled is not supported. createNotification notifies members.'),
  displaySettings: nothing(
    'displaySettings is not supported. Groups show all kinds of items.',
    '{"itemtypes":""}',
  ),
  phone: nothing('phone is not supported. Put it into the description.'),
  typeKeywords: nothing('typeKeywords is not supported. Use tags.'),
  properties: nothing('properties is not supported.'),
  provider: nothing('Members from identity providers are not supported.'),
  providerGroupName: nothing('Members from identity providers are not supported.'),
});

/** Details of a group from a request; a field that the request doesn't have is undefined. */
type GroupDetails = Partial<
  Pick<
    z.infer<typeof schema>,
    | 'title'
    | 'access'
    | 'snippet'
    | 'description'
    | 'tags'
    | 'sortField'
    | 'sortOrder'
    | 'isInvitationOnly'
    | 'isViewOnly'
    | 'protected'
  >
>;

/**
 * Reads the fields of createGroup and update. With `clearEmptyFields=true` a blank value clears the field.
 * @throws MappingError `portal:invalid-group` that names every invalid field
 */
export function readGroupDetails(parameters: Parameters): GroupDetails {
  const { clearEmptyFields, ...input } = readOperation(schema, parameters, invalidGroup);
  const { title, access, snippet, description, tags, sortField, sortOrder, isInvitationOnly, isViewOnly } =
    input;
  const { protected: isProtected } = input;
  const clears = (name: string) => clearEmptyFields && parameters.isBlank(name);
  return {
    title,
    access,
    snippet,
    description,
    tags,
    sortField,
    sortOrder,
    isInvitationOnly,
    isViewOnly,
    protected: isProtected,
    ...(clears('snippet') && { snippet: '' }),
    ...(clears('description') && { description: '' }),
    ...(clears('tags') && { tags: [] }),
  };
}

function invalidGroup(faults: readonly Fault[]): MappingError {
  return new MappingError('portal:invalid-group', 'Invalid group details.', { status: 400, faults });
}
