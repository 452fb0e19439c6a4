import { beforeAll, describe, expect, it } from 'vitest';
import { addPlaces, type Places } from '../rig/operation-table.ts';
import { useContentRig } from '../rig/use-content-rig.ts';

/**
 * The keys that clients read: those of the types of `@esri/arcgis-rest-request` and `@esri/arcgis-rest-portal` 4.10, and those that
 * `@esri/hub-common` 29 reads besides. Left out is what this portal does not have: credits (`availableCredits`, `assignedCredits`),
 * `cOrgId` of Hub's communities, and `idpUsername`, which is of accounts of identity providers only.
 */
const keys = {
  portal: [
    'id isPortal name access description thumbnail urlKey customBaseUrl portalHostname portalName portalMode portalProperties',
    'currentVersion culture region units created modified user defaultBasemap defaultExtent helperServices supportsHostedServices',
  ],
  user: [
    'username fullName firstName lastName preferredView description email favGroupId lastLogin mfaEnabled access storageUsage',
    'orgId role privileges roleId level disabled units tags culture region thumbnail created modified groups provider id',
  ],
  item: [
    'id owner orgId title type typeKeywords tags created modified numViews size protected description snippet documentation extent',
    'categories spatialReference culture properties url access accessInformation licenseInfo itemControl ownerFolder thumbnail name',
    'isOrgItem avgRating numRatings groupDesignations guid banner proxyFilter',
  ],
  group: [
    'id owner title access tags description snippet phone sortField sortOrder isViewOnly isInvitationOnly thumbnail autoJoin created',
    'modified protected isOpenData isFav userMembership hasCategorySchema orgId capabilities membershipAccess leavingDisallowed',
    'hiddenMembers typeKeywords properties notificationsEnabled provider providerGroupName',
  ],
};

const rig = useContentRig();
let places: Places;

beforeAll(async () => {
  places = await addPlaces(rig);
});

describe('every key that clients read is in', () => {
  it.each<[keyof typeof keys, () => string]>([
    ['portal', () => '/portals/self'],
    ['user', () => '/community/users/grace'],
    ['item', () => `/content/items/${places.item}`],
    ['group', () => `/community/groups/${places.group}`],
  ])('the description of the %s', async (kind, path) => {
    const answer = await rig.call(path(), {});
    const missing = keys[kind].flatMap((line) => line.split(' ')).filter((key) => answer[key] === undefined);
    expect(missing).toEqual([]);
  });

  it('an organisation, with the dates from which hub.js makes its own', async () => {
    const { created, modified } = await rig.call('/portals/self', {});
    expect(modified).toBeGreaterThanOrEqual(created);
  });
});
