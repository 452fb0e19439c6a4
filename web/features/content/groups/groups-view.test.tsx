import { waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ada, fakeContext } from '../../../../testing/web/fake-context.ts';
import { type LoggedRequest, fakeFetch } from '../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../testing/web/render.tsx';
import type { PortalGroup } from '../../../portal/portal-types.ts';
import { GroupsView } from './groups-view.tsx';
import { OwnInvitations } from './own-invitations.tsx';

const team: PortalGroup = {
  id: 'team',
  title: 'Team',
  owner: 'ada',
  orgId: 'o1',
  access: 'org',
  tags: [],
  isInvitationOnly: true,
  userMembership: { memberType: 'owner' },
};
const crew: PortalGroup = {
  ...team,
  id: 'crew',
  title: 'Crew',
  owner: 'linus',
  userMembership: { memberType: 'member' },
};
const grace = { username: 'grace', fullName: 'Grace Hopper', privileges: [], groups: [] };
const invitation = {
  id: 'i1',
  targetType: 'group',
  targetId: 'yard',
  groupName: 'Yard',
  username: 'ada',
  fromUsername: 'olga',
  role: 'group_member',
  expiration: Date.UTC(2030, 0, 2),
};
const refusedWith = (code: string, values: object) => ({
  error: {
    code: 400,
    message: 'English only',
    faults: [{ path: '', message: 'English only', code, values }],
  },
});

const answers = {
  '/userList': {
    owner: { username: 'ada', fullName: 'Ada Lovelace', memberType: 'owner' },
    users: [
      { username: 'grace', fullName: 'Grace Hopper', memberType: 'member' },
      { username: 'hal', fullName: '', memberType: 'admin' },
    ],
    nextStart: -1,
    total: 2,
  },
  '/community/users/grace': { ...grace, description: 'Compilers', tags: ['cobol', 'navy'] },
  '/users/ada/invitations': { userInvitations: [] },
  '/groups/team/invitations': { groupInvitations: [{ ...invitation, id: 'i2', username: 'mia' }] },
  '/users/search': { total: 1, start: 1, num: 1, nextStart: -1, results: [grace] },
};

async function open(more: Record<string, object> = {}, at = '/demo/groups', settings: object = {}) {
  const log = fakeFetch({ ...more, ...answers, ...more });
  const context = await fakeContext({
    signedIn: true,
    user: { ...ada, groups: [team, crew] },
    portal: { id: 'o1', name: 'Portal', groupInvitations: true, ...settings },
  });
  const posts = () =>
    log.filter(({ method }) => method === 'POST').map(({ path, params }) => [path.split('/rest')[1], params]);
  return { ...show(<GroupsView />, { context, at }), posts, log };
}

async function openDialog(name: string, more: Record<string, object> = {}) {
  const shown = await open(more);
  await shown.person.click(await shown.screen.findByRole('button', { name: new RegExp(name) }));
  const dialog = within(await shown.screen.findByRole('dialog', { name }));
  await dialog.findByText('Grace Hopper');
  return { ...shown, dialog };
}

afterEach(() => vi.unstubAllGlobals());

it('draws a part of many groups, finds others by their titles, and shows more', async () => {
  const groups = Array.from({ length: 2_000 }, (_none, index) => ({
    ...crew,
    id: `crew${index}`,
    title: `Crew ${String(index).padStart(4, '0')}`,
  }));
  fakeFetch(answers);
  const context = await fakeContext({ signedIn: true, user: { ...ada, groups } });
  const { screen, person } = show(<GroupsView />, { context, at: '/demo/groups' });
  const rows = () => within(screen.getByRole('list', { name: 'Groups' })).getAllByRole('listitem');
  expect(rows()).toHaveLength(50);
  await person.click(screen.getByRole('button', { name: 'Show more' }));
  expect(rows()).toHaveLength(100);
  const search = screen.getByRole('searchbox', { name: 'Search groups' });
  await person.type(search, 'crew 1987');
  await waitFor(() => expect(rows().map((row) => row.textContent)).toEqual([expect.stringMatching(/1987/)]));
  await person.type(search, 'x');
  expect(await screen.findByText('No groups match this search.')).toBeDefined();
});

it('lists the owner once where the portal names them only, or among the members', async () => {
  const { users } = answers['/userList'];
  const owner = { username: 'ada', fullName: 'Ada Lovelace', memberType: 'owner' };
  for (const list of [{ owner: 'ada', users }, { users: [owner, ...users] }]) {
    const { dialog, unmount } = await openDialog('Team', { '/userList': list });
    const rows = within(dialog.getByRole('list', { name: 'Members' })).getAllByRole('listitem');
    expect(rows.filter((row) => /ada/i.test(row.textContent ?? ''))).toHaveLength(1);
    expect(rows).toHaveLength(3);
    unmount();
  }
});

it('shows the description in a member’s profile', async () => {
  const { screen, person } = await open({}, '/demo/groups?group=team');
  const dialog = within(await screen.findByRole('dialog', { name: 'Team' }));
  await person.click(await dialog.findByRole('button', { name: /Grace Hopper/, expanded: false }));
  expect(await dialog.findByText('Compilers')).toBeDefined();
  const tags = within(dialog.getByRole('list', { name: /Tags/ }));
  expect(tags.getAllByRole('listitem').map((one) => one.textContent)).toEqual(['cobol', 'navy']);
});

it('offers the owner no change while the portal is read-only', async () => {
  const { screen } = await open({}, '/demo/groups?group=team', { isReadOnly: true });
  const dialog = within(await screen.findByRole('dialog', { name: 'Team' }));
  await dialog.findByText('Grace Hopper');
  for (const name of ['Invite', 'Delete group', 'Leave group', /^Remove/])
    expect(dialog.queryByRole('button', { name })).toBeNull();
  expect(dialog.queryByRole('combobox')).toBeNull();
});

describe('inviting into a managed group', () => {
  it('finds users of the organisation by name and sends the role', async () => {
    const { dialog, person, screen, posts, log } = await openDialog('Team', { '/invite': { success: true } });
    await person.type(dialog.getByRole('combobox', { name: 'Person' }), 'hopp');
    await person.click(await screen.findByRole('option', { name: 'Grace Hopper (grace)' }));
    expect(log.filter(({ path }) => path.endsWith('/users/search')).at(-1)?.params['q']).toContain('o1');
    await person.click(dialog.getByRole('combobox', { name: 'Role' }));
    await person.click(screen.getByRole('option', { name: 'Group manager' }));
    await person.click(dialog.getByRole('button', { name: 'Invite' }));
    expect(await dialog.findByText('grace was invited.')).toBeDefined();
    expect(posts()).toEqual([
      ['/community/groups/team/invite', expect.objectContaining({ users: 'grace', role: 'group_admin' })],
    ]);
  });

  it('accepts the exact username of a partner’s user', async () => {
    const { dialog, person, posts } = await openDialog('Team', { '/invite': { success: true } });
    await person.type(dialog.getByRole('combobox', { name: 'Person' }), ' mia_harbour ');
    await person.click(dialog.getByRole('button', { name: 'Invite' }));
    await waitFor(() => expect(posts()[0]?.[1]).toMatchObject({ users: 'mia_harbour' }));
  });

  it('shows in the user’s language that no such user can be invited, and keeps the input', async () => {
    const { dialog, person } = await openDialog('Team', {
      '/invite': refusedWith('nobody-to-invite', { name: 'nobody' }),
    });
    await person.type(dialog.getByRole('combobox', { name: 'Person' }), 'nobody');
    await person.click(dialog.getByRole('button', { name: 'Invite' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('nobody can’t be invited.');
    expect((dialog.getByRole('combobox', { name: 'Person' }) as HTMLInputElement).value).toBe('nobody');
  });

  it('reports users who are already in the group', async () => {
    const { dialog, person } = await openDialog('Team', {
      '/invite': { success: true, notInvited: ['grace'] },
    });
    await person.type(dialog.getByRole('combobox', { name: 'Person' }), 'grace');
    await person.click(dialog.getByRole('button', { name: 'Invite' }));
    expect(await dialog.findByText('grace is already in the group.')).toBeDefined();
  });

  it('shows why pending invitations are missing, and retries', async () => {
    const { dialog, person } = await openDialog('Team', {
      '/groups/team/invitations': [
        { error: { code: 500, message: 'Being repaired.', details: [] } },
        answers['/groups/team/invitations'],
      ],
    });
    expect((await dialog.findByRole('alert')).textContent).toContain('Being repaired.');
    await person.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByRole('button', { name: 'Revoke: mia' })).toBeDefined();
    expect(dialog.queryByRole('alert')).toBeNull();
  });

  it('lists pending invitations, and revokes them', async () => {
    const { dialog, person, posts } = await openDialog('Team', {
      '/groups/team/invitations': [
        { groupInvitations: [{ ...invitation, id: 'i2', username: 'mia' }] },
        { groupInvitations: [] },
      ],
      '/invitations/i2/delete': { success: true },
    });
    await person.click(await dialog.findByRole('button', { name: 'Revoke: mia' }));
    await waitFor(() => expect(dialog.queryByText('Pending invitations')).toBeNull());
    expect(posts().map(([path]) => path)).toEqual(['/community/groups/team/invitations/i2/delete']);
  });
});

describe('a group without management rights', () => {
  it('shows members with their roles, without inviting or removing', async () => {
    const { dialog } = await openDialog('Crew');
    expect(dialog.getByText('Group manager')).toBeDefined();
    for (const name of [/^Remove/, 'Group manager', 'Invite', 'Delete group'])
      expect(dialog.queryByRole('button', { name })).toBeNull();
    expect(dialog.queryByRole('combobox', { name: 'Person' })).toBeNull();
  });

  it('is left after confirmation', async () => {
    const { dialog, person, screen, posts } = await openDialog('Crew', { '/leave': { success: true } });
    await person.click(dialog.getByRole('button', { name: 'Leave group' }));
    expect(posts()).toEqual([]);
    await person.click(dialog.getByRole('button', { name: 'Leave group' }));
    await waitFor(() => expect(posts().map(([path]) => path)).toEqual(['/community/groups/crew/leave']));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('opens by its address, and its owner cannot leave it', async () => {
    const requested = (answer: LoggedRequest) => ({
      ...team,
      id: answer.path.split('/').at(-1),
      title: 'Open',
    });
    const { screen } = await open({ '/community/groups/other': requested }, '/demo/groups?group=other');
    const dialog = within(await screen.findByRole('dialog', { name: 'Open' }));
    await dialog.findByText('Grace Hopper');
    expect(dialog.queryByRole('button', { name: 'Leave group' })).toBeNull();
  });
});

describe('received invitations', () => {
  const waiting = {
    '/users/ada/invitations': [{ userInvitations: [invitation] }, { userInvitations: [] }],
  };

  it.each([
    ['Accept', 'accept'],
    ['Decline', 'decline'],
  ])('are answered with %s', async (name, word) => {
    const { screen, person, posts } = await open({ ...waiting, [`/i1/${word}`]: { success: true } });
    await person.click(await screen.findByRole('button', { name: `${name}: Yard` }));
    await waitFor(() => expect(screen.queryByRole('button', { name: `${name}: Yard` })).toBeNull());
    expect(posts().map(([path]) => path)).toEqual([`/community/users/ada/invitations/i1/${word}`]);
    const answer = { accept: 'You joined “Yard”.', decline: 'You declined the invitation to “Yard”.' }[word];
    expect((await screen.findByRole('alert')).textContent).toBe(answer);
    const section = screen.getByRole('region', { name: 'Invitations' });
    await waitFor(() => expect(document.activeElement).toBe(section));
  });

  it('are not requested where the portal has none', async () => {
    const log = fakeFetch({});
    const context = await fakeContext({ signedIn: true });
    const { container } = show(<OwnInvitations />, { context });
    expect(container.textContent).toBe('');
    expect(log).toEqual([]);
  });
});
