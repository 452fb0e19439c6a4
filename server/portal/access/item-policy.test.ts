import { describe, expect, test } from 'vitest';
import type { Caller } from '../caller.ts';
import { type ItemAction, type ItemFacts, itemControl, mayItem } from './item-policy.ts';

const member = (username: string, extra: Partial<Caller & { kind: 'member' }> = {}): Caller => ({
  kind: 'member',
  username,
  orgId: 'city',
  role: 'org_user',
  groupIds: [],
  tokenHash: '',
  ...extra,
});

const actors = {
  anonymous: { kind: 'anonymous' },
  'another member': member('sam'),
  'group member': member('gina', { groupIds: ['other', 'g1'] }),
  'publisher, not in the group': member('paul', { role: 'org_publisher', groupIds: ['other'] }),
  'member without the right to view items': member('rob', { granted: ['portal:user:viewOrgGroups'] }),
  'member with the right to view items': member('rita', { granted: ['portal:user:viewOrgItems'] }),
  'owner without the right to view items': member('olga', { granted: [] }),
  owner: member('olga'),
  administrator: member('ada', { role: 'org_admin' }),
  'group member of another organisation': member('hal', { orgId: 'harbour', groupIds: ['g1'] }),
  'administrator of another organisation': member('olaf', { orgId: 'harbour', role: 'org_admin' }),
} satisfies Record<string, Caller>;

const items = {
  public: { owner: 'olga', org_id: 'city', access: 'public', groupIds: [] },
  org: { owner: 'olga', org_id: 'city', access: 'org', groupIds: [] },
  shared: { owner: 'olga', org_id: 'city', access: 'private', groupIds: ['g1', 'g2'] },
  private: { owner: 'olga', org_id: 'city', access: 'private', groupIds: [] },
} satisfies Record<string, ItemFacts>;

const actions: readonly ItemAction[] = [
  'see',
  'copy',
  'rate',
  'change',
  'delete',
  'move',
  'share',
  'protect',
];

// One letter per action, in the order above: s c r C D M S P, a dot where it is refused.
const table: Record<keyof typeof actors, Record<keyof typeof items, string>> = {
  anonymous: { public: 's.......', org: '........', shared: '........', private: '........' },
  'another member': { public: 'scr.....', org: 'scr.....', shared: '........', private: '........' },
  'group member': { public: 'scr.....', org: 'scr.....', shared: 'scr.....', private: '........' },
  'publisher, not in the group': {
    public: 'scr.....',
    org: 'scr.....',
    shared: '........',
    private: '........',
  },
  'member without the right to view items': {
    public: 'scr.....',
    org: '........',
    shared: '........',
    private: '........',
  },
  'member with the right to view items': {
    public: 'scr.....',
    org: 'scr.....',
    shared: '........',
    private: '........',
  },
  'owner without the right to view items': {
    public: 'sc.CDMSP',
    org: 'sc.CDMSP',
    shared: 'sc.CDMSP',
    private: 'sc.CDMSP',
  },
  owner: { public: 'sc.CDMSP', org: 'sc.CDMSP', shared: 'sc.CDMSP', private: 'sc.CDMSP' },
  administrator: { public: 'scrCDMSP', org: 'scrCDMSP', shared: 'scrCDMSP', private: 'scrCDMSP' },
  'group member of another organisation': {
    public: 'scr.....',
    org: '........',
    shared: 'scr.....',
    private: '........',
  },
  'administrator of another organisation': {
    public: 'scr.....',
    org: '........',
    shared: '........',
    private: '........',
  },
};

const cells = Object.entries(table).flatMap(([actor, row]) =>
  Object.entries(row).flatMap(([item, letters]) =>
    actions.map((action, index) => ({
      actor: actor as keyof typeof actors,
      item: item as keyof typeof items,
      action,
      allowed: letters[index] !== '.',
    })),
  ),
);

describe('item policy', () => {
  test.each(cells)('$actor, $item item: $action is $allowed', ({ actor, item, action, allowed }) => {
    expect(mayItem(actors[actor], action, items[item])).toBe(allowed);
  });

  test('has every cell of the table', () => {
    expect(cells).toHaveLength(Object.keys(actors).length * Object.keys(items).length * actions.length);
  });

  test.each(Object.entries(actors))('presents item control for %s', (name, actor) => {
    expect(itemControl(actor, items.public)).toBe(
      name.startsWith('owner') || name === 'administrator' ? 'admin' : '',
    );
  });
});
