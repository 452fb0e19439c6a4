import { describe, expect, it } from 'vitest';
import { capabilitiesOf } from './capabilities.ts';
import type { Portal, PortalUser } from './portal-types.ts';

const user = (...privileges: string[]) => ({ privileges }) as PortalUser;
const portal = (settings: Partial<Portal> = {}) => settings as Portal;

describe('capabilities', () => {
  it.each([
    ['nothing to a visitor', undefined, {}, { createItems: false, publish: false, levels: ['private'] }],
    [
      'no new items to a viewer',
      user('portal:user:viewOrgItems', 'portal:user:joinGroup'),
      {},
      { createItems: false, levels: ['private'], shareToGroups: false },
    ],
    [
      'sharing with everyone only where the organisation allows it',
      user('portal:user:createItem', 'portal:user:shareToOrg', 'portal:user:shareToPublic'),
      { canSharePublic: false },
      { createItems: true, levels: ['private', 'org'] },
    ],
    [
      'sharing with everyone to administrators in any case',
      user('portal:user:shareToOrg', 'portal:admin:shareToPublic'),
      { canSharePublic: false },
      { levels: ['private', 'org', 'public'] },
    ],
    [
      'groups of others only by the privilege for each change',
      user('portal:admin:assignToGroups'),
      {},
      { change: true, updateGroups: false, assignToGroups: true, deleteGroups: false },
    ],
    [
      'nothing on a read-only portal',
      user(
        'portal:user:createItem',
        'portal:publisher:publishFeatures',
        'portal:user:shareToPublic',
        'portal:admin:updateGroups',
      ),
      { isReadOnly: true },
      { change: false, createItems: false, publish: false, levels: ['private'], updateGroups: false },
    ],
  ])('grants %s', (_what, person, settings, expected) => {
    expect(capabilitiesOf(person, portal(settings))).toMatchObject(expected);
  });
});
