import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MappingError } from '../../../../wire/errors.ts';
import { fakePortalCall } from '../../../../testing/fakes/portal-call.ts';
import { createPortalData, memberCaller, type PortalData } from '../../../../testing/rig/portal-data.ts';
import type { Operation } from '../../operation.ts';
import { createGroup } from '../create-group.ts';
import { findGroup } from '../group-store.ts';
import { listMembers } from '../member-store.ts';
import { addGroupUsers, joinGroup, leaveGroup, removeGroupUsers, updateGroupUsers } from './group-members.ts';
import { reassignGroup, updateGroupOperation } from './group-operations.ts';

const people = ['ada', 'grace', 'linus', 'olga'] as const;
type Person = (typeof people)[number];
type Place = 'owner' | 'admin' | 'member';

/** Expected members of the group, maintained beside the database. */
type Group = Map<Person, Place>;

interface Step {
  action: keyof typeof actions;
  caller: Person;
  target: Person;
}

const runs = (group: Group, caller: Person) =>
  caller === 'ada' || ['admin', 'owner'].includes(group.get(caller) ?? '');
const owns = (group: Group, caller: Person) => caller === 'ada' || group.get(caller) === 'owner';

/**
 * Each action with the operation it calls and the expected rule, which changes the group and returns whether
 * it is allowed. The group is open to all members of the organisation; ada is its administrator.
 */
const actions: Record<
  string,
  {
    operation: Operation;
    parameters?: (target: Person) => Record<string, string>;
    rule: (group: Group, step: Step) => boolean;
  }
> = {
  join: {
    operation: joinGroup,
    rule: (group, { caller }) => {
      if (!group.has(caller)) group.set(caller, 'member');
      return true;
    },
  },
  leave: {
    operation: leaveGroup,
    rule: (group, { caller }) => group.get(caller) !== 'owner' && group.delete(caller),
  },
  add: {
    operation: addGroupUsers,
    parameters: (users) => ({ users }),
    rule: (group, { caller, target }) => {
      if (!runs(group, caller)) return false;
      if (!group.has(target)) group.set(target, 'member');
      return true;
    },
  },
  remove: {
    operation: removeGroupUsers,
    parameters: (users) => ({ users }),
    rule: (group, { caller, target }) => {
      if (!runs(group, caller)) return false;
      if (group.get(target) !== 'owner') group.delete(target);
      return true;
    },
  },
  raise: {
    operation: updateGroupUsers,
    parameters: (admins) => ({ admins }),
    rule: (group, step) => runs(group, step.caller) && place(group, step.target, 'admin'),
  },
  lower: {
    operation: updateGroupUsers,
    parameters: (users) => ({ users }),
    rule: (group, step) => runs(group, step.caller) && place(group, step.target, 'member'),
  },
  reassign: {
    operation: reassignGroup,
    parameters: (targetUsername) => ({ targetUsername }),
    rule: (group, { caller, target }) => {
      if (!owns(group, caller)) return false;
      for (const [person, kind] of group)
        if (kind === 'owner' && person !== target) group.set(person, 'admin');
      group.set(target, 'owner');
      return true;
    },
  },
};

function place(group: Group, person: Person, kind: 'admin' | 'member'): boolean {
  if (group.has(person) && group.get(person) !== 'owner') group.set(person, kind);
  return true;
}

let data: PortalData;
beforeAll(async () => {
  data = await createPortalData();
  for (const username of people) await data.addUser(username);
});
afterAll(() => data.stop());

/** Whether the operation was allowed; every refusal has a code that clients understand. */
async function act(id: string, { action, caller, target }: Step): Promise<boolean> {
  const { operation, parameters } = actions[action]!;
  const { call } = fakePortalCall({
    context: data.context,
    caller: memberCaller(caller, { role: caller === 'ada' ? 'org_admin' : 'org_user' }),
    path: { id },
    parameters: parameters?.(target),
  });
  try {
    await operation(call);
    return true;
  } catch (error) {
    if (error instanceof MappingError && [400, 403].includes(error.status)) return false;
    throw error;
  }
}

describe('any sequence of membership changes', () => {
  const step: fc.Arbitrary<Step> = fc.record({
    action: fc.constantFrom(...Object.keys(actions)),
    caller: fc.constantFrom(...people),
    target: fc.constantFrom(...people),
  });

  it('leaves members as the rules define, with one owner', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
        const id = await createGroup(data.context, {
          title: 'Team',
          owner: 'olga',
          access: 'org',
          isInvitationOnly: false,
        });
        const group: Group = new Map([['olga', 'owner']]);
        for (const next of steps) {
          const allowed = actions[next.action]!.rule(group, next);
          expect({ ...next, allowed: await act(id, next) }).toEqual({ ...next, allowed });
          const members = await listMembers(data.database, id);
          expect(new Map(members.map(({ username, memberType }) => [username, memberType]))).toEqual(group);
          const owner = members.find(({ memberType }) => memberType === 'owner');
          expect((await findGroup(data.database, id, undefined))?.group.owner).toBe(owner?.username);
        }
      }),
      { numRuns: 20 },
    );
  });
});

describe('a group whose members administer an organisation', () => {
  const make = (isInvitationOnly: boolean) =>
    createGroup(data.context, { title: 'City', owner: 'olga', access: 'org', isInvitationOnly });
  const run = (
    operation: Operation,
    { caller, id, parameters = {} }: { caller: Person; id: string; parameters?: Record<string, string> },
  ) => {
    const administeredBy = async (ids: readonly string[]) =>
      ids.map((groupId) => ({ organisation: 'city', groupId }));
    const { call } = fakePortalCall({
      context: { ...data.context, administeredBy },
      caller: memberCaller(caller, { signedInAt: data.context.now() }),
      path: { id },
      parameters,
    });
    return operation(call);
  };
  const closed = {
    id: 'portal:closed-group',
    status: 403,
    message: expect.stringContaining('administer city'),
  };
  const opening = { isInvitationOnly: 'false' };

  it('is not opened', async () => {
    const id = await make(true);
    const open = run(updateGroupOperation, { caller: 'olga', id, parameters: opening });
    await expect(open).rejects.toMatchObject(closed);
    expect((await findGroup(data.database, id, undefined))?.group.is_invitation_only).toBe(true);
  });

  it('is not joined if it was open before, and may be changed otherwise', async () => {
    const id = await make(false);
    await expect(run(joinGroup, { caller: 'grace', id })).rejects.toMatchObject(closed);
    expect(await listMembers(data.database, id)).toHaveLength(1);
    const parameters = { ...opening, snippet: 'Sent back by a client' };
    const changed = run(updateGroupOperation, { caller: 'olga', id, parameters });
    await expect(changed).resolves.toMatchObject({ success: true });
  });
});
