import { describe, expect, it } from 'vitest';
import { anonymous, memberCaller } from '../../../testing/rig/portal-data.ts';
import { type GroupRow, presentGroup, presentMembership } from './present-group.ts';

const row: GroupRow = {
  id: 'g1',
  org_id: 'mapping',
  title: 'City maps',
  owner: 'ada',
  access: 'org',
  snippet: 'Short',
  description: 'Long',
  tags: ['city', 'maps'],
  thumbnail: 'thumbnail/t.png',
  sort_field: 'title',
  sort_order: 'asc',
  is_invitation_only: true,
  is_view_only: false,
  is_fav: false,
  protected: true,
  created_at: 1_700_000_000_000,
  has_category_schema: false,
  modified_at: 1_700_000_000_001,
};

describe('presented group', () => {
  it('has the fields clients read, with dates as epoch milliseconds', () => {
    expect(presentGroup(row)).toEqual({
      id: 'g1',
      title: 'City maps',
      owner: 'ada',
      orgId: 'mapping',
      access: 'org',
      snippet: 'Short',
      description: 'Long',
      tags: ['city', 'maps'],
      thumbnail: 'thumbnail/t.png',
      created: 1_700_000_000_000,
      modified: 1_700_000_000_001,
      isInvitationOnly: true,
      isOpenData: false,
      phone: null,
      isViewOnly: false,
      isReadOnly: false,
      isFav: false,
      sortField: 'title',
      sortOrder: 'asc',
      capabilities: [],
      protected: true,
      autoJoin: false,
      leavingDisallowed: false,
      hiddenMembers: false,
      notificationsEnabled: false,
      typeKeywords: [],
      properties: null,
      provider: null,
      providerGroupName: null,
      membershipAccess: 'org',
      displaySettings: { itemTypes: '' },
      hasCategorySchema: false,
    });
  });

  it('has null for a missing text', () => {
    const plain = presentGroup({ ...row, snippet: '', description: '', thumbnail: null, tags: [] });
    expect(plain).toMatchObject({ snippet: null, description: null, thumbnail: null, tags: [] });
  });
});

describe('membership of the caller', () => {
  it.each([
    ['an anonymous caller', anonymous, undefined, { memberType: 'none', applications: 0 }],
    [
      'another member',
      memberCaller('sam'),
      undefined,
      { username: 'sam', memberType: 'none', applications: 0 },
    ],
    ['a member', memberCaller('sam'), 'member', { username: 'sam', memberType: 'member', applications: 0 }],
    [
      'an administrator of it',
      memberCaller('sam'),
      'admin',
      { username: 'sam', memberType: 'admin', applications: 0 },
    ],
    ['its owner', memberCaller('ada'), 'owner', { username: 'ada', memberType: 'owner', applications: 0 }],
  ] as const)('%s', (_who, caller, membership, expected) => {
    expect(presentMembership(caller, membership)).toEqual(expected);
  });
});
