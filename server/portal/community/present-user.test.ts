import { describe, expect, it } from 'vitest';
import type { PortalRole } from '../../platform/database/tables/portal.ts';
import type { Caller } from '../caller.ts';
import { presentUser, type UserRow } from './present-user.ts';

const ada: UserRow = {
  org_id: 'mapping',
  username: 'ada',
  full_name: 'Ada King Lovelace',
  email: 'ada@example.org',
  description: '',
  role: 'org_user',
  access: 'public',
  culture: 'en',
  region: 'WO',
  units: 'metric',
  tags: [],
  thumbnail: null,
  fav_group_id: 'f',
  disabled: false,
  created_at: 1,
  modified_at: 2,
  last_sign_in_at: null,
  second_factor_at: null,
  email_confirmed_at: null,
  role_id: null,
  granted: null,
};
const member = (username: string, role: PortalRole = 'org_user'): Caller => ({
  kind: 'member',
  orgId: 'mapping',
  username,
  role,
  groupIds: [],
  tokenHash: 'h',
});

describe('presented user', () => {
  it.each([
    ['a visitor', { kind: 'anonymous' } as Caller, false, false],
    ['a member', member('grace'), true, false],
    ['themselves', member('ada'), true, true],
    ['an administrator', member('root', 'org_admin'), true, true],
  ])('as seen by %s', (_who, caller, organisation, account) => {
    const seen = presentUser(ada, caller);
    expect(seen).toMatchObject({
      id: 'ada',
      username: 'ada',
      firstName: 'Ada',
      lastName: 'King Lovelace',
      description: null,
    });
    for (const name of ['orgId', 'role', 'roleId', 'userType', 'disabled'])
      expect(name in seen).toBe(organisation);
    for (const name of ['email', 'privileges', 'favGroupId', 'lastLogin', 'userLicenseTypeId'])
      expect(name in seen).toBe(account);
  });

  it('has the ArcGIS value for a user who never signed in', () => {
    expect(presentUser(ada, member('ada'))).toMatchObject({ lastLogin: -1 });
  });
});
