import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../testing/rig/test-database.ts';
import type { Caller } from '../caller.ts';
import { visibleGroups, visibleItems, visibleUsers } from './item-condition.ts';
import { mayGroup } from './group-policy.ts';
import { mayItem } from './item-policy.ts';
import { maySeeUser } from './user-policy.ts';

const usernames = ['ada', 'grace', 'olga', 'sam'] as const;
const groupNames = ['g1', 'g2', 'g3', 'f1'] as const;
const access = fc.constantFrom('private', 'org', 'public');
/**
 * ada and grace belong to one organisation, olga and sam to another; ada and olga are their administrators.
 */
const orgOf = { ada: 'city', grace: 'city', olga: 'harbour', sam: 'harbour' } as const;
const administrators: readonly string[] = ['ada', 'olga'];
const viewing = ['Items', 'Groups', 'Users'].flatMap((kind) => [
  `portal:user:viewOrg${kind}`,
  `portal:admin:view${kind}`,
]);
/** Null: a built-in role. */
const roleOf = fc.option(fc.subarray(viewing));
const someGroups = fc.uniqueArray(fc.constantFrom(...groupNames));

const worlds = fc.record({
  users: fc.tuple(...usernames.map(() => access)),
  granted: fc.tuple(...usernames.map(() => roleOf)),
  groups: fc.tuple(...groupNames.map(() => fc.record({ access, owner: fc.constantFrom(...usernames) }))),
  members: fc.uniqueArray(
    fc.record({
      group_id: fc.constantFrom(...groupNames),
      username: fc.constantFrom(...usernames),
      member_type: fc.constantFrom('admin', 'member'),
    }),
    { selector: (row) => `${row.group_id} ${row.username}` },
  ),
  items: fc.array(fc.record({ access, owner: fc.constantFrom(...usernames), groups: someGroups }), {
    maxLength: 12,
  }),
});

let rig: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  rig = await createTestDatabase();
  await rig.database
    .insertInto('portal_organisation')
    .values(['city', 'harbour'].map((id) => ({ id, url_key: id, settings: '{}', created_at: 0 })))
    .execute();
});
afterAll(() => rig.drop());

test('selects in SQL exactly what the policies allow', { timeout: 60_000 }, async () => {
  await fc.assert(fc.asyncProperty(worlds, check), { numRuns: 60 });
});

async function check(world: typeof worlds extends fc.Arbitrary<infer World> ? World : never): Promise<void> {
  const { database } = rig;
  for (const table of ['portal_item', 'portal_group', 'portal_user'] as const)
    await database.deleteFrom(table).execute();
  const times = { created_at: 1, modified_at: 1 };
  await database
    .insertInto('portal_user')
    .values(
      usernames.map((username, index) => ({
        username,
        org_id: orgOf[username],
        full_name: username,
        email: '',
        description: '',
        role: 'org_user' as const,
        access: world.users[index]!,
        culture: 'en',
        region: 'WO',
        units: 'metric' as const,
        tags: [],
        ...times,
      })),
    )
    .execute();
  const groups = groupNames.map((id, index) => ({
    id,
    isFavourites: id.startsWith('f'),
    ...world.groups[index]!,
  }));
  await database
    .insertInto('portal_group')
    .values(
      groups.map(({ id, isFavourites, access, owner }) => ({
        id,
        title: id,
        owner,
        access,
        snippet: '',
        description: '',
        tags: [],
        sort_field: 'title',
        sort_order: 'asc' as const,
        is_invitation_only: false,
        is_view_only: false,
        is_fav: isFavourites,
        ...times,
      })),
    )
    .execute();
  const owners = groups.map(({ id, owner }) => ({
    group_id: id,
    username: owner,
    member_type: 'owner' as const,
  }));
  const others = world.members.filter(
    (row) => !owners.some((owner) => owner.group_id === row.group_id && owner.username === row.username),
  );
  const members = [...owners, ...others];
  await database
    .insertInto('portal_group_member')
    .values(members.map((row) => ({ ...row, joined_at: 1 })))
    .execute();
  const items = world.items.map((item, index) => ({ id: `i${index}`, ...item }));
  for (const item of items) {
    await database
      .insertInto('portal_item')
      .values({
        id: item.id,
        owner: item.owner,
        type: 'Web Map',
        title: item.id,
        snippet: '',
        description: '',
        tags: [],
        type_keywords: [],
        categories: [],
        access: item.access,
        culture: 'en',
        access_information: '',
        license_info: '',
        size: 0,
        ...times,
      })
      .execute();
    for (const group of item.groups) {
      const row = { item_id: item.id, group_id: group, favourite: group.startsWith('f') };
      await database.insertInto('portal_item_group').values(row).execute();
    }
  }

  const callers: Caller[] = [
    { kind: 'anonymous' },
    ...usernames.map((username, index): Caller => {
      const groupIds = members.filter((row) => row.username === username).map((row) => row.group_id);
      return {
        kind: 'member',
        username,
        orgId: orgOf[username],
        role: administrators.includes(username) ? 'org_admin' : 'org_user',
        granted: world.granted[index]!,
        groupIds,
        tokenHash: '',
      };
    }),
  ];
  for (const caller of callers) {
    const name = caller.kind === 'member' ? caller.username : '';
    const seenItems = await database
      .selectFrom('portal_item')
      .select('id')
      .where((eb) => visibleItems(eb, caller))
      .execute();
    expect(new Set(seenItems.map((row) => row.id))).toEqual(
      new Set(
        items
          .filter((item) =>
            mayItem(caller, 'see', {
              ...item,
              org_id: orgOf[item.owner],
              groupIds: item.groups.filter((group) => !group.startsWith('f')),
            }),
          )
          .map((item) => item.id),
      ),
    );
    const seenGroups = await database
      .selectFrom('portal_group')
      .select('id')
      .where((eb) => visibleGroups(eb, caller))
      .execute();
    expect(new Set(seenGroups.map((row) => row.id))).toEqual(
      new Set(
        groups
          .filter((group) => {
            const membership = members.find(
              (row) => row.group_id === group.id && row.username === name,
            )?.member_type;
            return mayGroup(caller, 'see', {
              ...group,
              org_id: orgOf[group.owner],
              isViewOnly: false,
              membership,
            });
          })
          .map((group) => group.id),
      ),
    );
    const seenUsers = await database
      .selectFrom('portal_user')
      .select('username')
      .where((eb) => visibleUsers(eb, caller))
      .execute();
    expect(new Set(seenUsers.map((row) => row.username))).toEqual(
      new Set(
        usernames.filter((username, index) =>
          maySeeUser(caller, { username, org_id: orgOf[username], access: world.users[index]! }),
        ),
      ),
    );
  }
}
