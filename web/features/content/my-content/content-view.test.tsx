import { act } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeContext, webMap } from '../../../../testing/web/fake-context.ts';
import { type LoggedRequest, fakeFetch } from '../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../testing/web/render.tsx';
import { detailsStep } from '../../../context/addresses.ts';
import { ContentView } from './content-view.tsx';

afterEach(() => vi.unstubAllGlobals());

const folders = [{ id: 'f1', title: 'Drafts', username: 'ada' }];
const two = [
  webMap({ id: 'a', title: 'Parks', modified: Date.UTC(2026, 3, 5, 12) }),
  webMap({ id: 'b', title: 'Trees', type: 'Feature Service', access: 'private' }),
];
const page = (items: object[] = two, total = items.length) => ({ total, items, folders });
const view = async (options: { at?: string; admin?: boolean } = {}) => {
  const context = await fakeContext({ signedIn: true });
  const user = { ...context.user!, ...(options.admin && { role: 'org_admin' }) };
  return show(<ContentView />, { context: { ...context, user }, at: options.at ?? '/demo/content' });
};

describe('my content', () => {
  it('prompts visitors to sign in', async () => {
    const context = await fakeContext();
    const { screen, person } = show(<ContentView />, { context });
    await person.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(context.signIn).toHaveBeenCalledOnce();
  });

  it.each([
    ['a viewer', {}, /can view and open maps/],
    ['a member of a read-only portal', { isReadOnly: true }, /read-only/],
  ])('offers %s nothing that the portal would refuse, and explains why', async (_who, settings, why) => {
    fakeFetch({ '/content/users/ada': page([]) });
    const context = await fakeContext({ signedIn: true });
    const user = { ...context.user!, privileges: ['portal:user:viewOrgItems'] };
    const portal = { ...context.portal!, ...settings };
    const { screen } = show(<ContentView />, { context: { ...context, user, portal }, at: '/demo/content' });
    expect(await screen.findByText('You have no items yet.')).toBeDefined();
    expect(screen.getByText(why)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Add item' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'New folder' })).toBeNull();
  });

  it('lists the last changed first; opens web maps and the details of other items', async () => {
    const log = fakeFetch({ '/content/users/ada': page() });
    const { screen } = await view();
    expect((await screen.findByRole('link', { name: 'Parks' })).getAttribute('href')).toBe('/demo/map/wid/a');
    expect(screen.getByRole('link', { name: 'Trees' }).getAttribute('href')).toBe(
      '/demo/gallery?type=all&item=b',
    );
    expect(screen.getByRole('row', { name: /Trees Feature layer Private/ })).toBeDefined();
    expect(screen.getByText('Apr 5, 2026')).toBeDefined();
    expect(log[0]?.params).toMatchObject({
      start: '1',
      num: '10',
      sortField: 'modified',
      sortOrder: 'desc',
      foldersContent: 'true',
    });
  });

  it('navigates pages, folders and sort orders, all kept in the address', async () => {
    const log = fakeFetch({ '/content/users/ada': page(two, 25), '/content/users/ada/f1': page([]) });
    const { screen, person, router } = await view({ at: '/demo/content?page=2' });
    expect(await screen.findByRole('button', { name: 'Page 2 of 3', current: 'page' })).toBeDefined();
    expect(log[0]?.params['start']).toBe('11');
    await person.click(screen.getByRole('button', { name: 'Next page' }));
    await vi.waitFor(() => expect(router.state.location.search).toBe('?page=3'));
    await person.click(screen.getByRole('combobox', { name: 'Sort by' }));
    await person.click(screen.getByRole('option', { name: 'Title' }));
    await vi.waitFor(() => expect(log.at(-1)?.params).toMatchObject({ sortField: 'title', start: '1' }));
    await person.click(screen.getByRole('combobox', { name: 'Folder' }));
    await person.click(screen.getByRole('option', { name: 'Drafts' }));
    expect(await screen.findByText('This folder is empty.')).toBeDefined();
    expect(router.state.location.search).toBe('?sort=title&order=asc&folder=f1');
  });

  it('shows the last page when the address exceeds it', async () => {
    const log = fakeFetch({
      '/content/users/ada': ({ params }: LoggedRequest) => page(Number(params['start']) > 20 ? [] : two, 12),
    });
    const { screen, router } = await view({ at: '/demo/content?page=99' });
    expect(await screen.findByRole('link', { name: 'Parks' })).toBeDefined();
    expect(router.state.location.search).toBe('?page=2');
    expect(log.map(({ params }) => params['start'])).toEqual(['981', '11']);
  });

  it('reports a missing folder, and links to all items', async () => {
    const message = 'Folder does not exist or is inaccessible.';
    fakeFetch({ '/ada/gone': { error: { code: 400, message } }, '/content/users/ada': page() });
    const { screen, person, router } = await view({ at: '/demo/content?folder=gone' });
    expect((await screen.findByRole('alert')).textContent).toContain(
      'This folder doesn’t exist, or it isn’t yours.',
    );
    expect(screen.getByRole('combobox', { name: 'Folder' }).textContent).not.toContain('All items');
    expect(screen.getByRole('button', { name: 'Rename folder' })).toHaveProperty('disabled', true);
    await person.click(screen.getByRole('button', { name: 'All items' }));
    expect(await screen.findByRole('link', { name: 'Parks' })).toBeDefined();
    expect(router.state.location.search).toBe('');
  });

  it('shows the folder of each item in the full list only', async () => {
    const kept = [webMap({ id: 'a', title: 'Parks', ownerFolder: 'f1' })];
    fakeFetch({ '/content/users/ada': page(kept), '/content/users/ada/f1': page(kept) });
    const all = await view();
    expect(await all.screen.findByRole('row', { name: /Parks Drafts/ })).toBeDefined();
    all.unmount();
    const { screen } = await view({ at: '/demo/content?folder=f1' });
    expect(await screen.findByRole('row', { name: /Parks Web map/ })).toBeDefined();
  });

  it('shows an empty state, and why a request failed', async () => {
    fakeFetch({ '/content/users/ada': [new TypeError('Failed to fetch'), page([])] });
    const { screen, person } = await view();
    expect((await screen.findByRole('alert')).textContent).toContain('Can’t reach the portal.');
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('You have no items yet.')).toBeDefined();
  });
});

const choose = async (
  { screen, person }: Pick<Awaited<ReturnType<typeof view>>, 'screen' | 'person'>,
  title: string,
  task: string,
) => {
  await person.click(await screen.findByRole('button', { name: `Actions for ${title}` }));
  await person.click(screen.getByRole('menuitem', { name: task }));
};

describe('folders', () => {
  it('are created and opened', async () => {
    const log = fakeFetch({
      '/createFolder': { folder: { id: 'f1', title: 'Drafts', username: 'ada' } },
      '/content/users/ada': page(),
      '/content/users/ada/f1': page([]),
    });
    const { screen, person, router } = await view();
    await person.click(await screen.findByRole('button', { name: 'New folder' }));
    await person.type(screen.getByRole('textbox', { name: 'Folder name' }), ' Drafts {Enter}');
    await vi.waitFor(() => expect(router.state.location.search).toBe('?folder=f1'));
    expect(log.find(({ path }) => path.endsWith('/createFolder'))).toMatchObject({
      method: 'POST',
      params: { title: 'Drafts' },
    });
  });

  it('are deleted only when empty', async () => {
    const log = fakeFetch({ '/content/users/ada/f1': page(), '/f1/delete': { success: true } });
    const { screen, person } = await view({ at: '/demo/content?folder=f1' });
    await screen.findByText('Trees');
    await person.click(screen.getByRole('button', { name: 'Delete folder' }));
    await person.click(screen.getByRole('button', { name: 'Delete' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The folder is not empty.');
    expect(log.some(({ path }) => path.endsWith('/delete'))).toBe(false);
  });
});

describe('items', () => {
  it.each(['link', 'menuitem'] as const)('open their details as a history entry (%s)', async (way) => {
    fakeFetch({ '/content/users/ada': page() });
    const { screen, person, router } = await view();
    if (way === 'menuitem')
      await person.click(await screen.findByRole('button', { name: 'Actions for Trees' }));
    await person.click(await screen.findByRole(way, { name: way === 'link' ? 'Trees' : 'Show details' }));
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/demo/gallery'));
    expect(router.state.location.state).toEqual(detailsStep);
  });

  it('are edited: texts, tags and emptied fields', async () => {
    const [parks, trees] = two;
    const items = [{ ...parks, snippet: 'Green places.' }, { ...trees }];
    const log = fakeFetch({ '/content/users/ada': page(items), '/items/a/update': { success: true } });
    const rig = await view();
    await choose(rig, 'Parks', 'Edit details');
    const { screen, person } = rig;
    const title = screen.getByRole('textbox', { name: /Title/ });
    await person.clear(title);
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
    await person.type(title, 'Green');
    await person.clear(screen.getByRole('textbox', { name: 'Summary' }));
    await person.type(screen.getByRole('combobox', { name: 'Tags' }), 'a,b{Enter}');
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(log.find(({ path }) => path.endsWith('/update'))?.params).toMatchObject({
      title: 'Green',
      tags: 'a,b',
      snippet: '',
      clearEmptyFields: 'true',
    });
  });

  it('are moved together; failures are reported and the rest continues', async () => {
    const log = fakeFetch({
      '/content/users/ada': page(),
      '/items/a/move': { error: { code: 400, message: 'Locked.' } },
      '/items/b/move': { success: true },
    });
    const { screen, person } = await view();
    await person.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
    await person.click(screen.getByRole('button', { name: 'Move' }));
    const dialog = screen.getByRole('dialog', { name: 'Move: Items: 2' });
    await person.click(screen.getAllByRole('combobox', { name: 'Folder' }).at(-1)!);
    await person.click(screen.getByRole('option', { name: 'Drafts' }));
    await person.click(screen.getAllByRole('button', { name: 'Move' }).at(-1)!);
    expect((await screen.findByRole('alert')).textContent).toContain('Parks: Locked.');
    expect(dialog.isConnected).toBe(true);
    expect(log.filter(({ path }) => path.endsWith('/move')).map(({ params }) => params['folder'])).toEqual([
      'f1',
      'f1',
    ]);
  });

  it('are shared by access level and by groups, each added or removed', async () => {
    const log = fakeFetch({
      '/content/users/ada': page(),
      '/items/b/groups': { admin: [{ id: 'old', title: 'Old' }], member: [], other: [] },
      '/items/b/share': { notSharedWith: [] },
      '/items/b/unshare': { notUnsharedFrom: [] },
    });
    const rig = await view();
    await choose(rig, 'Trees', 'Share');
    const { screen, person } = rig;
    await person.click(await screen.findByRole('checkbox', { name: 'Old' }));
    await person.click(screen.getByRole('checkbox', { name: 'Administrators' }));
    await person.click(screen.getByRole('radio', { name: 'Everyone' }));
    await person.click(screen.getByRole('button', { name: 'Share' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = (end: string) => log.find(({ path }) => path.endsWith(end))?.params;
    expect(sent('/share')).toMatchObject({ everyone: 'true', org: 'true', groups: 'admins' });
    expect(sent('/unshare')).toMatchObject({ groups: 'old' });
  });

  it('are transferred to another user by administrators only', async () => {
    const log = fakeFetch({
      '/content/users/ada': page(),
      '/community/users': { results: [{ username: 'grace', fullName: 'Grace Hopper' }] },
      '/items/a/reassign': { success: true },
    });
    const member = await view();
    await member.person.click(await member.screen.findByRole('button', { name: 'Actions for Parks' }));
    expect(member.screen.queryByRole('menuitem', { name: 'Change owner' })).toBeNull();
    member.unmount();
    const rig = await view({ admin: true });
    await choose(rig, 'Parks', 'Change owner');
    const { screen, person } = rig;
    await person.type(screen.getByRole('combobox', { name: 'New owner' }), 'gra');
    await person.click(await screen.findByRole('option', { name: 'Grace Hopper (grace)' }));
    await person.click(screen.getByRole('button', { name: 'Change owner' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(log.find(({ path }) => path.endsWith('/items/a/reassign'))).toMatchObject({
      method: 'POST',
      params: { targetUsername: 'grace' },
    });
  });

  it('are added: an empty map, or the target of a URL', async () => {
    const log = fakeFetch({ '/content/users/ada': page(), '/addItem': { success: true, id: 'n' } });
    const { screen, person } = await view();
    await person.click(await screen.findByRole('button', { name: 'Add item' }));
    await person.click(screen.getByRole('button', { name: 'From a web address' }));
    await person.type(
      screen.getByRole('textbox', { name: 'Web address' }),
      'https://x.example/a/FeatureServer',
    );
    expect(screen.getByText('Type: Feature layer')).toBeDefined();
    await person.type(screen.getByRole('textbox', { name: /Title/ }), 'Wells');
    await person.click(screen.getByRole('button', { name: 'Add' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(log.find(({ path }) => path.endsWith('/addItem'))?.params).toMatchObject({
      type: 'Feature Service',
      title: 'Wells',
      url: 'https://x.example/a/FeatureServer',
    });
  });
});

/** As portals answer that do not say what uses an item, and no shared maps. */
const unused = {
  '/listDependentsTo': { error: { code: 404, message: 'Not found.' } },
  '/shared-maps': { results: [] },
};

describe('deleting items', () => {
  it('can be undone before any portal request', async () => {
    const refused = { '/shared-maps': { httpStatus: 401, detail: 'Sign in.' } };
    const log = fakeFetch({ '/content/users/ada': page(), ...unused, ...refused });
    const rig = await view();
    await choose(rig, 'Parks', 'Delete');
    const { screen, person } = rig;
    expect(await screen.findByText('Deleted “Parks”')).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Parks' })).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('link', { name: 'Parks' })).toBeDefined();
    rig.unmount();
    expect(log.some(({ path }) => path.includes('/delete'))).toBe(false);
  });

  it('is one deletion when the button is pressed again while it is not known what uses the items', async () => {
    const used = Promise.withResolvers<object>();
    const late = Promise.withResolvers<object>();
    const log = fakeFetch({
      '/content/users/ada': page(),
      ...unused,
      '/shared-maps': [() => used.promise, () => late.promise],
    });
    const rig = await view();
    const { screen, person } = rig;
    await person.click(await screen.findByRole('checkbox', { name: 'Select Parks' }));
    await person.click(screen.getByRole('button', { name: 'Delete' }));
    await person.click(screen.getByRole('button', { name: 'Delete' }));
    used.resolve({ results: [] });
    await person.click(await screen.findByRole('button', { name: 'Undo' }));
    await act(async () => late.resolve({ results: [] }));
    expect(await screen.findByRole('link', { name: 'Parks' })).toBeDefined();
    await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
    rig.unmount();
    expect(log.some(({ path }) => path.includes('/delete'))).toBe(false);
  });

  it('requests items/{id}/delete for one item once the page is left', async () => {
    const log = fakeFetch({ '/content/users/ada': page(), '/items/a/delete': { success: true }, ...unused });
    const rig = await view();
    await choose(rig, 'Parks', 'Delete');
    await rig.screen.findByText('Deleted “Parks”');
    rig.unmount();
    await vi.waitFor(() =>
      expect(log.at(-1)).toMatchObject({ method: 'POST', path: expect.stringMatching(/a\/delete$/) }),
    );
  });

  it('names the maps that use an item, and deletes it only then', async () => {
    const use = { dependencyType: 'id', itemInfo: webMap({ id: 'm', title: 'City map' }) };
    const own = { dependencyType: 'id', itemInfo: webMap({ id: 'a', title: 'Parks' }) };
    const log = fakeFetch({
      '/content/users/ada': page(),
      '/items/a/dependencies/listDependentsTo': { list: [use], others: 2 },
      '/items/b/dependencies/listDependentsTo': { list: [own], others: 0 },
      '/items/a/delete': { success: true },
      '/shared-maps': { results: [] },
    });
    const rig = await view();
    const { screen, person } = rig;
    await person.click(await screen.findByRole('checkbox', { name: 'Select Parks' }));
    await person.click(screen.getByRole('checkbox', { name: 'Select Trees' }));
    await person.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete items that are in use?' });
    expect(dialog.textContent).toContain('“Parks” is used by');
    expect(dialog.textContent).not.toContain('“Trees” is used by');
    expect(dialog.textContent).toContain('2 items that you can’t see');
    expect(screen.getByRole('link', { name: 'City map' })).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Keep' }));
    expect(await screen.findByRole('link', { name: 'Parks' })).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Delete' }));
    await person.click(await screen.findByRole('button', { name: 'Delete anyway' }));
    expect(await screen.findByText('Deleted items: 2')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Undo' }));
    expect(log.some(({ path }) => path.endsWith('/delete'))).toBe(false);
  });

  it.each([
    ['/listDependentsTo', { httpStatus: 500, error: { code: 500, message: 'Broken.' } }],
    ['/shared-maps', { httpStatus: 500, detail: 'Broken.' }],
  ])('deletes nothing while %s does not answer, because it may be in use', async (path, failure) => {
    const found = { list: [], others: 0, results: [] };
    const log = fakeFetch({
      '/content/users/ada': page(),
      ...unused,
      [path]: [failure, found],
    });
    const rig = await view();
    await choose(rig, 'Parks', 'Delete');
    const alert = await rig.screen.findByText('Couldn’t delete 1 of 1 item:');
    expect(alert.textContent).toContain('Parks: ');
    expect(log.some((request) => request.path.endsWith('/delete'))).toBe(false);
    expect(rig.screen.getByRole('link', { name: 'Parks' })).toBeDefined();
    await choose(rig, 'Parks', 'Delete');
    expect(await rig.screen.findByText('Deleted “Parks”')).toBeDefined();
    await rig.person.click(rig.screen.getByRole('button', { name: 'Undo' }));
  });

  it('requests deleteItems for many when the next deletion starts, and reports which remained and why', async () => {
    const results = [
      { itemId: 'a', success: true },
      { itemId: 'b', success: false, error: { message: 'It is protected.' } },
    ];
    const three = [...two, webMap({ id: 'c', title: 'Roads' })];
    const log = fakeFetch({ '/content/users/ada': page(three), '/deleteItems': { results }, ...unused });
    const rig = await view();
    const { screen, person } = rig;
    await person.click(await screen.findByRole('checkbox', { name: 'Select Parks' }));
    await person.click(screen.getByRole('checkbox', { name: 'Select Trees' }));
    await person.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Deleted items: 2')).toBeDefined();
    await choose(rig, 'Roads', 'Delete');
    const failure = await screen.findByText('Couldn’t delete 1 of 2 items:');
    expect(failure.textContent).toContain('Trees: It is protected.');
    expect(log.find(({ path }) => path.endsWith('/deleteItems'))?.params['items']).toBe('a,b');
    await person.click(screen.getByRole('button', { name: 'Undo' }));
  });
});
