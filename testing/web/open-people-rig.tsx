import { within } from '@testing-library/react';
import { PeoplePage } from '../../web/features/administration/console/people/people-page.tsx';
import { GroupDialog } from '../../web/features/content/groups/index.ts';
import { ada, fakeContext } from './fake-context.ts';
import { type LoggedRequest, fakeFetch } from './fake-fetch.ts';
import { show } from './render.tsx';

const admin = {
  ...ada,
  privileges: [
    'portal:admin:viewUsers',
    'portal:admin:inviteUsers',
    'portal:admin:manageCollaborations',
    'portal:admin:updateUsers',
    'portal:admin:changeUserRoles',
    'portal:admin:disableUsers',
    'portal:admin:deleteUsers',
    'portal:user:createGroup',
  ],
};
export const team = {
  id: 'team',
  title: 'Team',
  owner: 'ada',
  access: 'org',
  tags: [],
  isInvitationOnly: true,
};
export const grace = {
  username: 'grace',
  fullName: 'Grace Hopper',
  role: 'org_user',
  lastLogin: Date.now() - 86_400_000,
  privileges: [],
  groups: [team],
};
export const linus = { username: 'linus', fullName: '', role: 'field', disabled: true, lastLogin: -1 };
const ours = { id: 'p1', name: 'Portal', accountLinks: true, accountSessions: true };

/** Responses of the portal, in addition to a test's own. */
export const peopleAnswers = {
  '/users/search': (requested: LoggedRequest) => ({
    total: 3,
    start: Number(requested.params['start']),
    num: 2,
    nextStart: requested.params['start'] === '1' ? 3 : -1,
    results:
      requested.params['start'] === '1' ? [grace, linus] : [{ ...grace, username: 'olga', fullName: 'Olga' }],
  }),
  '/portals/self/roles': { roles: [{ id: 'field', name: 'Field worker' }] },
  '/portals/self/links': { links: [] },
  '/community/users/grace': grace,
  '/community/groups': { results: [team] },
};

/** The page of users and groups, as seen by an administrator of the portal. */
export async function openPeople(more: Record<string, object> = {}, portal: object = ours) {
  // A test's responses take precedence.
  const log = fakeFetch({ ...more, ...peopleAnswers, ...more });
  const context = await fakeContext({
    signedIn: true,
    isAdmin: true,
    user: admin,
    portal: portal as typeof ours,
    config: { portal: { adminGroupId: 'team' } },
  });
  const shown = show(<PeoplePage GroupDialog={GroupDialog} />, { context });
  const posts = () =>
    log.filter(({ method }) => method === 'POST').map(({ path, params }) => [path.split('/rest')[1], params]);
  return { ...shown, log, posts };
}

/** The dialog of one of them. */
export const openGrace = async (more: Record<string, object> = {}, portal: object = ours) => {
  const shown = await openPeople(more, portal);
  await shown.person.click(await shown.screen.findByRole('button', { name: /Grace Hopper/ }));
  const dialog = within(await shown.screen.findByRole('dialog', { name: 'Grace Hopper' }));
  await dialog.findByText('Account');
  return { ...shown, dialog };
};
