import { waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../../testing/web/fake-context.ts';
import { type LoggedRequest, fakeFetch } from '../../../../../testing/web/fake-fetch.ts';
import { openGrace, openPeople, peopleAnswers, team } from '../../../../../testing/web/open-people-rig.tsx';
import { show } from '../../../../../testing/web/render.tsx';
import { firstPassword } from './add-person-dialog.tsx';
import { PeoplePage } from './people-page.tsx';

/** The invitations sent by the first call. */
const invitationOf = (posts: (string | undefined | Record<string, string>)[][]) =>
  Object(posts[0]?.[1])['invitationList'] as string;

afterEach(() => vi.unstubAllGlobals());

describe('the list', () => {
  it('shows users, roles and last sign-ins, page by page', async () => {
    const { screen, log } = await openPeople();
    expect((await screen.findByRole('button', { name: /Grace Hopper/ })).textContent).toMatch(
      /grace · Last signed in yesterday.*User/,
    );
    const other = screen.getByRole('button', { name: /linus/ });
    await waitFor(() => expect(other.textContent).toContain('Field worker'));
    expect(other.textContent).toContain('Never signed in');
    expect(other.textContent).toContain('Disabled');
    expect(screen.getByText('3 people')).toBeDefined();
    // The end of the list is visible: the next page loads automatically.
    expect(await screen.findByRole('button', { name: /Olga/ })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(log.find(({ params }) => params['start'] === '3')?.params).toMatchObject({
      q: '(orgid:p1)',
      sortField: 'fullname',
      sortOrder: 'asc',
    });
  });

  it('shows why the next page failed, and retries', async () => {
    let down = true;
    const { screen, person } = await openPeople({
      '/users/search': (requested: LoggedRequest) =>
        requested.params['start'] === '3' && down
          ? { error: { code: 500, message: 'The portal is resting.', details: [] } }
          : peopleAnswers['/users/search'](requested),
    });
    expect((await screen.findByRole('alert')).textContent).toContain('The portal is resting.');
    expect(screen.getByRole('button', { name: /Grace Hopper/ })).toBeDefined();
    down = false;
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: /Olga/ })).toBeDefined();
  });

  it('is searched while typing, and sorted', async () => {
    const { screen, person, log } = await openPeople();
    await screen.findByRole('button', { name: /Grace/ });
    await person.type(screen.getByRole('searchbox', { name: 'Search people' }), 'gr');
    await waitFor(() => expect(log.at(-1)?.params['q']).toBe('(gr*) AND (orgid:p1)'));
    await person.click(screen.getByRole('combobox', { name: 'Order by' }));
    await person.click(screen.getByRole('option', { name: 'Last sign-in' }));
    await waitFor(() =>
      expect(log.at(-1)?.params).toMatchObject({ sortField: 'lastlogin', sortOrder: 'desc' }),
    );
  });

  it('offers a way back when no user matches', async () => {
    const { screen, person } = await openPeople({
      '/users/search': (requested: LoggedRequest) =>
        requested.params['q']?.includes('nobody')
          ? { total: 0, start: 1, num: 0, nextStart: -1, results: [] }
          : peopleAnswers['/users/search'](requested),
    });
    await screen.findByRole('button', { name: /Grace/ });
    const count = screen.getByText('3 people');
    await person.type(screen.getByRole('searchbox'), 'nobody');
    expect(await screen.findByText('No people match this search.')).toBeDefined();
    // In the region that was there before, which screen readers announce.
    expect([count.textContent, count.isConnected]).toEqual(['0 people', true]);
    await person.click(screen.getByRole('button', { name: 'Clear the search' }));
    expect(await screen.findByRole('button', { name: /Grace/ })).toBeDefined();
  });

  it('shows why the portal does not let this administrator manage users', async () => {
    fakeFetch({});
    const context = await fakeContext({ signedIn: true, isAdmin: true });
    const { screen } = show(<PeoplePage GroupDialog={() => null} />, { context });
    expect(screen.getByText('Your portal role doesn’t allow you to manage people.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Open the portal' }).getAttribute('rel')).toBe('noopener');
  });
});

describe('a user', () => {
  it('is given another role', async () => {
    const { dialog, screen, person, posts } = await openGrace({ '/updateUserRole': { success: true } });
    await person.click(dialog.getByRole('combobox', { name: 'Role' }));
    await person.click(screen.getByRole('option', { name: 'Field worker' }));
    await waitFor(() =>
      expect(posts()).toEqual([
        ['/portals/self/updateUserRole', expect.objectContaining({ user: 'grace', role: 'field' })],
      ]),
    );
  });

  it('can be left once changed, before the lists have been read again', async () => {
    const { promise } = Promise.withResolvers<object>();
    let changed = false;
    const { dialog, screen, person, posts } = await openGrace({
      '/updateUserRole': () => {
        changed = true;
        return { success: true };
      },
      '/users/search': (requested: LoggedRequest) =>
        changed ? promise : peopleAnswers['/users/search'](requested),
    });
    await person.click(dialog.getByRole('combobox', { name: 'Role' }));
    await person.click(screen.getByRole('option', { name: 'Field worker' }));
    await waitFor(() => expect(posts()).toHaveLength(1));
    const done = dialog.getByRole<HTMLButtonElement>('button', { name: 'Done' });
    await waitFor(() => expect(done.disabled).toBe(false));
  });

  it('shows the portal’s own message when it refuses', async () => {
    const { dialog, person } = await openGrace({
      '/disable': { error: { code: 400, message: 'Nobody would be left to administer town.', details: [] } },
    });
    await person.click(dialog.getByRole('button', { name: 'Disable' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('Nobody would be left');
  });

  it('is removed from groups and added to others, but not removed from groups they own', async () => {
    const { dialog, screen, person, posts } = await openGrace({
      '/removeUsers': { notRemoved: [] },
      '/addUsers': { notAdded: [] },
      '/community/groups': { results: [team, { ...team, id: 'crew', title: 'Crew' }] },
    });
    const chip = dialog.getByRole('button', { name: 'Remove from Team' });
    chip.focus();
    await person.keyboard('{Delete}');
    await person.click(dialog.getByRole('combobox', { name: 'Add to a group' }));
    await person.click(await screen.findByRole('option', { name: 'Crew' }));
    await waitFor(() =>
      expect(posts().map(([path]) => path)).toEqual([
        '/community/groups/team/removeUsers',
        '/community/groups/crew/addUsers',
      ]),
    );
  });

  it('is not added to a group, for the reason that the portal gives', async () => {
    const fault = { username: 'grace', message: 'x', code: 'many-groups', values: { username: 'grace' } };
    const { dialog, screen, person } = await openGrace({
      '/addUsers': { notAdded: ['grace'], faults: [fault] },
      '/community/groups': { results: [{ ...team, id: 'crew', title: 'Crew' }] },
    });
    await person.click(dialog.getByRole('combobox', { name: 'Add to a group' }));
    await person.click(await screen.findByRole('option', { name: 'Crew' }));
    expect((await dialog.findByRole('alert')).textContent).toBe(
      'grace can’t be in more groups, and must leave or delete some first.',
    );
  });

  it('gets a password reset link, shown once, after confirmation', async () => {
    const { dialog, screen, person, posts } = await openGrace({
      '/reset': { success: true, link: 'secret', expires: 0 },
    });
    await person.click(dialog.getByRole('button', { name: 'Reset password' }));
    const ask = within(await screen.findByRole('dialog', { name: 'Reset the password of Grace Hopper?' }));
    expect(posts()).toEqual([]);
    await person.click(ask.getByRole('button', { name: 'Reset password' }));
    const field = (await ask.findByRole('textbox', { name: 'Link' })) as HTMLTextAreaElement;
    expect(field.value).toMatch(/\/demo\/join#secret$/);
    await person.click(ask.getByRole('button', { name: 'Copy' }));
    expect(await ask.findByRole('button', { name: 'Copied' })).toBeDefined();
    expect(await navigator.clipboard.readText()).toBe(field.value);
  });

  it('is signed out of all sessions', async () => {
    const { dialog, person, posts } = await openGrace({ '/endSessions': { success: true } });
    await person.click(dialog.getByRole('button', { name: 'Sign out everywhere' }));
    expect(await dialog.findByText('All sessions have ended.')).toBeDefined();
    expect(posts()[0]?.[0]).toBe('/community/users/grace/endSessions');
  });

  it('of another portal offers only what that portal supports', async () => {
    const { dialog } = await openGrace({}, { id: 'p1', name: 'Enterprise' });
    expect(dialog.getByText('This portal resets passwords on its own pages.')).toBeDefined();
    expect(dialog.queryByRole('button', { name: 'Sign out everywhere' })).toBeNull();
    expect(dialog.getByRole('button', { name: 'Disable' })).toBeDefined();
  });
});

describe('adding a user', () => {
  it('creates a link', async () => {
    const { screen, person, posts } = await openPeople({
      '/invite': { success: true, notInvited: [], invitations: [{ link: 'way-in', expires: 0 }] },
    });
    await person.click(screen.getByRole('button', { name: 'Add a person' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Add a person' }));
    await person.type(dialog.getByRole('textbox', { name: 'Email' }), 'o@example.org');
    await person.click(dialog.getByRole('button', { name: 'Create link' }));
    const field = (await dialog.findByRole('textbox', { name: 'Link' })) as HTMLTextAreaElement;
    expect(field.value).toMatch(/\/demo\/join#way-in$/);
    expect(JSON.parse(invitationOf(posts())).invitations).toEqual([
      expect.objectContaining({ email: 'o@example.org', role: 'org_user', groups: '' }),
    ]);
  });

  it('on ArcGIS creates an account with an initial password, shown once', async () => {
    const { screen, person, posts } = await openPeople(
      { '/invite': { success: true, notInvited: [] } },
      { id: 'p1', name: 'Enterprise' },
    );
    await person.click(screen.getByRole('button', { name: 'Add a person' }));
    const dialog = within(screen.getByRole('dialog'));
    await person.type(dialog.getByRole('textbox', { name: 'Username' }), 'olga');
    await person.type(dialog.getByRole('textbox', { name: 'Full name' }), 'Olga');
    await person.type(dialog.getByRole('textbox', { name: 'Email' }), 'o@example.org');
    await person.click(dialog.getByRole('button', { name: 'Create account' }));
    const field = (await dialog.findByRole('textbox', { name: 'Initial password' })) as HTMLTextAreaElement;
    expect(JSON.parse(invitationOf(posts())).invitations[0]).toMatchObject({
      username: 'olga',
      password: field.value,
    });
  });

  it('shows why the portal refused', async () => {
    const { screen, person } = await openPeople({
      '/invite': { success: false, notInvited: ['x'], faults: [{ message: 'The username x is taken.' }] },
    });
    await person.click(screen.getByRole('button', { name: 'Add a person' }));
    await person.click(screen.getByRole('button', { name: 'Create link' }));
    expect((await screen.findByRole('alert')).textContent).toContain('taken');
  });

  it('generates an initial password of distinguishable letters and digits', () => {
    const made = Array.from({ length: 50 }, firstPassword);
    expect(new Set(made).size).toBe(50);
    for (const each of made) expect(each).toMatch(/^(?=.*[a-zA-Z])(?=.*\d)[^0O1lIio]{18}$/);
  });
});

describe('open invitations', () => {
  it('are revoked', async () => {
    const link = { id: 'h', kind: 'join', username: null, role: 'org_user', createdBy: 'ada', expires: 0 };
    const { screen, person, posts } = await openPeople({
      '/portals/self/links': [{ links: [link] }, { links: [] }],
      '/revoke': { success: true },
    });
    await person.click(await screen.findByRole('button', { name: 'Revoke: Join as: User' }));
    await waitFor(() => expect(posts()[0]?.[0]).toBe('/portals/self/links/h/revoke'));
    const section = screen.getByRole('region', { name: 'Pending links' });
    await waitFor(() => expect(within(section).queryByRole('button')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(section));
    expect(within(section).getByRole('status').textContent).toBe('Revoked a link');
  });
});

describe('groups', () => {
  const userlist = {
    owner: { username: 'ada', fullName: 'Ada', memberType: 'owner' },
    users: [{ username: 'grace', fullName: 'Grace Hopper', memberType: 'member' }],
    nextStart: -1,
    total: 1,
  };

  it('are created', async () => {
    const { screen, person, posts } = await openPeople({
      '/createGroup': { success: true, group: { id: 'n' } },
    });
    await person.click(screen.getByRole('button', { name: 'Groups' }));
    await person.click(screen.getByRole('button', { name: 'New group' }));
    await person.type(screen.getByRole('textbox', { name: 'Title' }), 'Crew');
    await person.click(screen.getByRole('button', { name: 'Create group' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(posts()[0]?.[1]).toMatchObject({ title: 'Crew', access: 'org' });
  });

  it('that administer the organisation cannot be deleted here; their members can be changed', async () => {
    const { screen, person, posts } = await openPeople({
      '/userList': userlist,
      '/updateUsers': { results: [] },
      '/removeUsers': { notRemoved: [] },
    });
    await person.click(screen.getByRole('button', { name: 'Groups' }));
    await person.click(await screen.findByRole('button', { name: /Team/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Team' }));
    expect(dialog.getByText('Members of this group administer this organisation.')).toBeDefined();
    expect(dialog.queryByRole('button', { name: 'Delete group' })).toBeNull();
    await person.click(await dialog.findByRole('button', { name: 'Group manager' }));
    await person.click(dialog.getByRole('button', { name: 'Remove Grace Hopper' }));
    await waitFor(() =>
      expect(posts().map(([path]) => path)).toEqual([
        '/community/groups/team/updateUsers',
        '/community/groups/team/removeUsers',
      ]),
    );
  });
});
