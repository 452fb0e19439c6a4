import { describe, expect, it } from 'vitest';
import { capabilitiesOf, isOfOtherOrganisation } from './capabilities.ts';
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
      { createItems: true, levels: ['private', 'org'], publicForbidden: true },
    ],
    [
      'sharing with everyone to administrators in any case',
      user('portal:user:shareToOrg', 'portal:admin:shareToPublic'),
      { canSharePublic: false },
      { levels: ['private', 'org', 'public'], publicForbidden: false },
    ],
    [
      'groups of others only by the privilege for each change',
      user('portal:admin:assignToGroups'),
      {},
      { change: true, updateGroups: false, assignToGroups: true, deleteGroups: false },
    ],
    [
      'no publishing without a hosting server',
      user('portal:user:createItem', 'portal:publisher:publishFeatures'),
      { supportsHostedServices: false },
      { createItems: true, publish: false, hostsNothing: true },
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

describe('an account', () => {
  const harbour = 'https://harbour.maps.arcgis.com';
  const custom = 'https://harbour.gis.arcgis.com';
  const common = 'https://www.arcgis.com';
  it.each([
    ['of the configured organisation', common, 'h1', { orgId: 'h1', urlKey: 'harbour' }, false],
    ['of another organisation than the configured one', common, 'h1', { orgId: 'e1', urlKey: 'else' }, true],
    ['without any organisation', common, 'h1', { urlKey: undefined }, true],
    ['of the organisation at the address', harbour, '', { orgId: 'h1', urlKey: 'Harbour' }, false],
    ['of the organisation at a custom base address', custom, '', { orgId: 'h1', urlKey: 'harbour' }, false],
    ['of another organisation than that at a custom base address', custom, '', { urlKey: 'else' }, true],
    ['of another organisation than that at the address', harbour, '', { orgId: 'e1', urlKey: 'else' }, true],
    ['where no organisation is known', common, '', { orgId: 'e1', urlKey: 'else' }, false],
    ['of ArcGIS Enterprise', 'https://gis.city.test/portal', '', { orgId: '01', urlKey: null }, false],
    ['of the embedded portal', '/portal', 'old', { orgId: 'demo' }, false],
  ])('%s', (_what, url, organisationId, { orgId, urlKey }: Record<string, any>, other) => {
    expect(
      isOfOtherOrganisation({ orgId } as PortalUser, { urlKey } as Portal, { url, organisationId }),
    ).toBe(other);
  });
});
