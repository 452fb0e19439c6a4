import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { meets } from '../../server/portal/access/privileges.ts';
import type { Caller } from '../../server/portal/caller.ts';
import { portalOperations } from '../../server/portal/routes.ts';
import { type ContentRig, createContentRig } from '../rig/content-rig.ts';
import { addPlaces, fillPath, type Places } from '../rig/operation-table.ts';

const roles = ['visitor', 'org_user', 'org_publisher', 'org_admin'] as const;
type Role = (typeof roles)[number];

const callers: Record<Role, Caller> = {
  visitor: { kind: 'anonymous' },
  org_user: member('org_user'),
  org_publisher: member('org_publisher'),
  org_admin: member('org_admin'),
};

function member(role: 'org_user' | 'org_publisher' | 'org_admin'): Caller {
  return { kind: 'member', username: 'someone', orgId: 'mapping', role, groupIds: [], tokenHash: '' };
}

const closedTo = (role: Role) =>
  portalOperations.filter(({ needs }) => !meets(callers[role], needs)).map(({ path }) => path);
const unique = (paths: readonly string[]) => [...new Set(paths)].sort();

describe('operation table', () => {
  test('gives an ordinary member no privilege to publish or administer', () => {
    const ofItems = unique(closedTo('org_user').filter((path) => path.includes('/items/:id')));
    expect(ofItems).toEqual([
      '/content/users/:user/:folder/items/:id/reassign',
      '/content/users/:user/items/:id/reassign',
    ]);
    expect(unique(closedTo('org_user').filter((path) => !path.includes('/items/:id')))).toEqual([
      '/community/users/:user/delete',
      '/community/users/:user/disable',
      '/community/users/:user/enable',
      '/community/users/:user/secondFactor/reset',
      '/content/features/analyze',
      '/content/users/:user/:folder/analysis',
      '/content/users/:user/:folder/createService',
      '/content/users/:user/:folder/publish',
      '/content/users/:user/analysis',
      '/content/users/:user/createService',
      '/content/users/:user/publish',
      '/portals/:portal/addUser',
      '/portals/:portal/createNotification',
      '/portals/:portal/createRole',
      '/portals/:portal/disableUsers',
      '/portals/:portal/enableUsers',
      '/portals/:portal/invite',
      '/portals/:portal/isServiceNameAvailable',
      '/portals/:portal/links',
      '/portals/:portal/links/:link/revoke',
      '/portals/:portal/mail',
      '/portals/:portal/mail/test',
      '/portals/:portal/provider',
      '/portals/:portal/provider/delete',
      '/portals/:portal/provider/readMetadata',
      '/portals/:portal/provider/update',
      '/portals/:portal/roles/:role/delete',
      '/portals/:portal/roles/:role/setPrivileges',
      '/portals/:portal/roles/:role/update',
      '/portals/:portal/storage',
      '/portals/:portal/trustedOrgs',
      '/portals/:portal/trustedOrgs/accept',
      '/portals/:portal/trustedOrgs/end',
      '/portals/:portal/trustedOrgs/offer',
      '/portals/:portal/update',
      '/portals/:portal/updateUserRole',
      '/portals/:portal/updateuserrole',
    ]);
  });

  test('lets a publisher publish as well', () => {
    const publishing = /\/(publish|analysis|createService|analyze|isServiceNameAvailable)$/;
    const left = closedTo('org_user').filter((path) => !publishing.test(path));
    expect(unique(closedTo('org_publisher'))).toEqual(unique(left));
  });

  test('lets an administrator call everything', () => {
    expect(closedTo('org_admin')).toEqual([]);
  });

  test('lets anonymous callers read, search and sign in, and change nothing', () => {
    const open = portalOperations
      .map(({ path }) => path)
      .filter((path) => !closedTo('visitor').includes(path));
    const changing =
      /\/(update|add|create|delete|remove|share|unshare|move|protect|join|leave|invite|publish)\w*$/;
    expect(open.filter((path) => changing.test(path))).toEqual([]);
    expect(open).toContain('/search');
  });
});

describe('the server enforces it', () => {
  let rig: ContentRig;
  let places: Places;
  const tokens: Partial<Record<Role, string>> = {};

  beforeAll(async () => {
    rig = await createContentRig();
    places = await addPlaces(rig);
    Object.assign(tokens, {
      org_user: rig.otto.token,
      org_publisher: rig.grace.token,
      org_admin: rig.ada.token,
    });
  });
  afterAll(() => rig.stop());

  const cells = roles.flatMap((role) => unique(closedTo(role)).map((path) => ({ role, path })));

  test.each(cells)('$role is refused $path', async ({ role, path }) => {
    const token = tokens[role];
    const { error } = await rig.portal.call(fillPath(path, places), token ? { token } : {});
    expect(error).toMatchObject(
      role === 'visitor' ? { code: 499, messageCode: 'GWM_0002' } : { code: 403, messageCode: 'GWM_0003' },
    );
  });

  test('creating a public item requires the privilege to share with everyone', async () => {
    const item = { title: 'Open', type: 'Web Map', access: 'public' };
    expect(await rig.call('/content/users/Otto/addItem', item, 'Otto')).toMatchObject({ success: true });
    expect(await rig.call('/content/users/grace/addItem', item, 'Otto')).toMatchObject({
      error: { code: 403 },
    });
  });
});
