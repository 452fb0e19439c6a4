import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { type LoadedGroup, loadGroup } from '../../access/load-group.ts';
import { holdsIn } from '../../access/privileges.ts';
import type { Caller } from '../../caller.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { pageEnvelope, readPage } from '../../search/paging.ts';
import { listMembers, type Member } from '../member-store.ts';

/** Of the list in pages, besides those of `readPage`. */
const schema = z.object({
  name: z.string().toLowerCase().optional(),
  memberType: z.string().optional(),
  sortField: z.string().optional(),
  sortOrder: z.string().optional(),
});

/** `community/groups/{id}/users`: usernames by role in the group. */
export const listGroupUsers: Operation = async (call) => {
  const { group, members } = await load(call);
  const named = (type: Member['memberType']) =>
    members.filter((member) => member.memberType === type).map((member) => member.username);
  return { owner: group.owner, admins: named('admin'), users: named('member') };
};

/**
 * `community/groups/{id}/userlist`: the same with names, in pages; `name` and `memberType` filter it,
 * `sortField` sorts it.
 */
export const listGroupUserPage: Operation = async (call) => {
  const { group, members } = await load(call);
  const { parameters } = call;
  const page = readPage(parameters);
  const { name, memberType: type, sortField, sortOrder } = readOperation(schema, parameters);
  const others = members
    .filter((member) => member.memberType !== 'owner')
    .filter((member) => !name || `${member.username} ${member.fullName}`.toLowerCase().includes(name))
    .filter((member) => !type || member.memberType === type)
    .sort(order(sortField, sortOrder));
  return {
    ...pageEnvelope(page, others.length),
    owner: present(members.find((member) => member.memberType === 'owner') ?? { username: group.owner }),
    users: others.slice(page.start - 1, page.start - 1 + page.num).map(present),
  };
};

async function load({
  context,
  caller,
  path,
}: PortalCall): Promise<{ group: LoadedGroup['group']; members: Member[] }> {
  const { group, facts } = await loadGroup(context, caller, path['id'] ?? '', 'see');
  const members = await listMembers(
    context.database,
    group.id,
    seesEverybody(caller, facts) ? undefined : caller,
  );
  return { group, members };
}

/** Members see each other; to others a group does not reveal users with private profiles. */
function seesEverybody(caller: Caller, facts: LoadedGroup['facts']): boolean {
  return facts.membership !== undefined || holdsIn(caller, 'portal:admin:viewUsers', facts.org_id);
}

function order(field: string | undefined, direction: string | undefined) {
  const sign = direction === 'desc' ? -1 : 1;
  if (field === 'joined') return (a: Member, b: Member) => sign * (a.joined - b.joined);
  const key = field === 'fullName' || field === 'memberType' ? field : 'username';
  return (a: Member, b: Member) => sign * a[key].localeCompare(b[key]);
}

function present(member: Partial<Member> & { username: string }) {
  const { joined, ...rest } = member;
  return { ...rest, ...(joined !== undefined && { joined }) };
}
