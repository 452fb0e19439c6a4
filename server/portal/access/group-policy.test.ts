import { describe, expect, test } from 'vitest';
import type { Caller } from '../caller.ts';
import { type GroupAction, type GroupFacts, mayGroup } from './group-policy.ts';
import { mayShareWith, mayUnshareFrom } from './item-policy.ts';
import { mayManageContentOf, maySeeUser } from './user-policy.ts';

const member = (username: string, role: 'org_user' | 'org_admin' = 'org_user', orgId = 'city'): Caller => ({
  kind: 'member',
  username,
  orgId,
  role,
  groupIds: [],
  tokenHash: '',
});

const anonymous: Caller = { kind: 'anonymous' };
/** With a role that the organisation defined. */
const withRole = (username: string, ...granted: string[]): Caller =>
  ({ ...member(username), granted }) as Caller;
const actors: Record<string, [Caller, GroupFacts['membership']]> = {
  anonymous: [anonymous, undefined],
  'another member': [member('sam'), undefined],
  'another member without the right to view groups': [withRole('rob', 'portal:user:viewOrgItems'), undefined],
  'another member with the right to view groups': [withRole('rita', 'portal:user:viewOrgGroups'), undefined],
  'plain member': [member('gina'), 'member'],
  'group administrator': [member('greg'), 'admin'],
  owner: [member('olga'), 'owner'],
  administrator: [member('ada', 'org_admin'), undefined],
  'invited from another organisation': [member('hal', 'org_user', 'harbour'), 'member'],
  'administrator of another organisation': [member('olaf', 'org_admin', 'harbour'), undefined],
};

const open = { owner: 'olga', org_id: 'city', isViewOnly: false, isFavourites: false } as const;
const groups: Record<string, Omit<GroupFacts, 'membership'>> = {
  public: { ...open, access: 'public' },
  org: { ...open, access: 'org' },
  private: { ...open, access: 'private' },
  'view only': { ...open, access: 'public', isViewOnly: true },
  favourites: { ...open, access: 'private', isFavourites: true },
};

const actions: readonly GroupAction[] = ['see', 'contribute', 'curate', 'manage', 'delete'];

// In the order of the actions: s c u m d.
const table: Record<string, Record<string, string>> = {
  anonymous: { public: 's....', org: '.....', private: '.....', 'view only': 's....', favourites: '.....' },
  'another member': {
    public: 's....',
    org: 's....',
    private: '.....',
    'view only': 's....',
    favourites: '.....',
  },
  'another member without the right to view groups': {
    public: 's....',
    org: '.....',
    private: '.....',
    'view only': 's....',
    favourites: '.....',
  },
  'another member with the right to view groups': {
    public: 's....',
    org: 's....',
    private: '.....',
    'view only': 's....',
    favourites: '.....',
  },
  'plain member': {
    public: 'sc...',
    org: 'sc...',
    private: 'sc...',
    'view only': 's....',
    favourites: '.....',
  },
  'group administrator': {
    public: 'scum.',
    org: 'scum.',
    private: 'scum.',
    'view only': 'scum.',
    favourites: '.....',
  },
  owner: { public: 'scumd', org: 'scumd', private: 'scumd', 'view only': 'scumd', favourites: 'scum.' },
  administrator: {
    public: 'scumd',
    org: 'scumd',
    private: 'scumd',
    'view only': 'scumd',
    favourites: '.....',
  },
  'invited from another organisation': {
    public: 'sc...',
    org: 'sc...',
    private: 'sc...',
    'view only': 's....',
    favourites: '.....',
  },
  'administrator of another organisation': {
    public: 's....',
    org: '.....',
    private: '.....',
    'view only': 's....',
    favourites: '.....',
  },
};

const cells = Object.entries(table).flatMap(([actor, row]) =>
  Object.entries(row).flatMap(([group, letters]) =>
    actions.map((action, index) => ({ actor, group, action, allowed: letters[index] !== '.' })),
  ),
);

describe('group policy', () => {
  test.each(cells)('$actor, $group group: $action is $allowed', ({ actor, group, action, allowed }) => {
    const [caller, membership] = actors[actor]!;
    expect(mayGroup(caller, action, { ...groups[group]!, membership })).toBe(allowed);
  });
});

describe('sharing with a group', () => {
  const facts = (group: string, actor: string): GroupFacts => ({
    ...groups[group]!,
    membership: actors[actor]![1],
  });
  const own = { owner: 'gina', org_id: 'city', access: 'private', groupIds: [] } as const;
  const others = { owner: 'sam', org_id: 'city', access: 'public', groupIds: [] } as const;
  const hidden = { owner: 'sam', org_id: 'city', access: 'private', groupIds: [] } as const;
  const gina = member('gina');

  test('lets members share their own items', () => {
    expect(mayShareWith(gina, own, facts('private', 'plain member'))).toBe(true);
  });

  test('is refused with groups one only sees, or is not a member of', () => {
    expect(mayShareWith(gina, own, facts('view only', 'plain member'))).toBe(false);
    expect(mayShareWith(gina, own, facts('public', 'another member'))).toBe(false);
  });

  test('lets only administrators share items of other users', () => {
    expect(mayShareWith(member('greg'), others, facts('public', 'group administrator'))).toBe(false);
    expect(mayShareWith(member('ada', 'org_admin'), others, facts('public', 'administrator'))).toBe(true);
  });

  test('lets favourites hold what their owner sees, and nothing else', () => {
    const olga = member('olga');
    expect(mayShareWith(olga, others, facts('favourites', 'owner'))).toBe(true);
    expect(mayShareWith(olga, hidden, facts('favourites', 'owner'))).toBe(false);
    expect(mayShareWith(gina, own, facts('favourites', 'another member'))).toBe(false);
    expect(mayUnshareFrom(olga, hidden, facts('favourites', 'owner'))).toBe(true);
    expect(mayUnshareFrom(gina, own, facts('favourites', 'another member'))).toBe(false);
  });

  test('lets group managers remove any item, and plain members only their own', () => {
    expect(mayUnshareFrom(member('greg'), others, facts('public', 'group administrator'))).toBe(true);
    expect(mayUnshareFrom(gina, others, facts('public', 'plain member'))).toBe(false);
    expect(mayUnshareFrom(gina, own, facts('public', 'plain member'))).toBe(true);
    expect(mayUnshareFrom(anonymous, others, facts('public', 'anonymous'))).toBe(false);
  });
});

describe('users', () => {
  test.each([
    ['public', [true, true, true, true, true, true, true]],
    ['org', [false, true, true, true, false, false, true]],
    ['private', [false, false, true, true, false, false, false]],
  ] as const)(
    'allow a %s profile to a visitor, a colleague, the user, an administrator, another organisation, and roles without and with the right',
    (access, expected) => {
      const callers = [
        anonymous,
        member('sam'),
        member('gina'),
        member('ada', 'org_admin'),
        member('olaf', 'org_admin', 'harbour'),
        withRole('rob', 'portal:user:viewOrgItems'),
        withRole('rita', 'portal:user:viewOrgUsers'),
      ];
      const gina = { username: 'gina', org_id: 'city', access };
      expect(callers.map((caller) => maySeeUser(caller, gina))).toEqual(expected);
    },
  );

  test('have content managed by themselves and by administrators of the organisation', () => {
    const callers = [
      anonymous,
      member('sam'),
      member('gina'),
      member('ada', 'org_admin'),
      member('olaf', 'org_admin', 'harbour'),
    ];
    const gina = { username: 'gina', org_id: 'city' };
    expect(callers.map((caller) => mayManageContentOf(caller, gina))).toEqual([
      false,
      false,
      true,
      true,
      false,
    ]);
  });
});
