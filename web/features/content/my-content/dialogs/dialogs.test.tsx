import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeContext, webMap } from '../../../../../testing/web/fake-context.ts';
import { fakeFetch, type LoggedRequest } from '../../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../../testing/web/render.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { FolderDialog } from './folder-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { OwnerDialog } from './owner-dialog.tsx';
import { ShareDialog } from './share-dialog.tsx';

afterEach(() => vi.unstubAllGlobals());

const two = [webMap({ id: 'a', title: 'Sheet' }), webMap({ id: 'b', title: 'Sheet', ownerFolder: 'f1' })];
const signedIn = () => fakeContext({ signedIn: true });
const on = () => ({ onDone: vi.fn<(well?: unknown) => void>(), onClose: vi.fn<() => void>() });

describe('editing details', () => {
  const open = async (onDone = on()) => {
    const [item] = two;
    return { ...show(<EditDialog item={item!} {...onDone} />, { context: await signedIn() }), onDone };
  };

  it('confirms before discarding input, however the dialog is closed', async () => {
    const { screen, person, onDone } = await open();
    await person.type(screen.getByRole('textbox', { name: 'Summary' }), 'Words');
    await person.keyboard('{Escape}');
    expect((await screen.findByRole('alert')).textContent).toContain('Your changes aren’t saved.');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep editing' }));
    await person.keyboard('{Enter}');
    expect(screen.getByRole('textbox', { name: 'Summary' })).toHaveProperty('value', 'Words');
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onDone.onClose).not.toHaveBeenCalled();
    await person.click(screen.getByRole('button', { name: 'Discard' }));
    expect(onDone.onClose).toHaveBeenCalledOnce();
  });

  it('closes immediately without changes', async () => {
    const { person, onDone } = await open();
    await person.keyboard('{Escape}');
    expect(onDone.onClose).toHaveBeenCalledOnce();
  });

  it('adds each tag once, trimmed', async () => {
    const log = fakeFetch({ '/items/a/update': { success: true } });
    const { screen, person, onDone } = await open();
    await person.type(screen.getByRole('combobox', { name: 'Tags' }), 'green , trees,green,{Enter}');
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(onDone.onDone).toHaveBeenCalledOnce());
    expect(log[0]?.params['tags']).toBe('green,trees');
    // Other fields may have been changed elsewhere since the item was listed.
    expect(log[0]?.params).not.toHaveProperty('title');
  });
});

describe('sharing several items', () => {
  it('shows a group of some items as indeterminate, and removes only the items it has', async () => {
    const group = { id: 'g', title: 'Gardeners' };
    const log = fakeFetch({
      '/items/a/groups': { admin: [], member: [group], other: [] },
      '/items/b/groups': { admin: [], member: [], other: [] },
      '/share': { notSharedWith: [] },
      '/unshare': { notUnsharedFrom: [] },
    });
    const onDone = on();
    const { screen, person } = show(<ShareDialog items={two} {...onDone} />, { context: await signedIn() });
    const box = await screen.findByRole('checkbox', { name: 'Gardeners' });
    expect(box.dataset['indeterminate']).toBe('true');
    await person.click(box);
    expect(box).toHaveProperty('checked', true);
    await person.click(box);
    await person.click(screen.getByRole('button', { name: 'Share' }));
    await vi.waitFor(() => expect(onDone.onDone).toHaveBeenCalledWith(true));
    const unshared = log.filter(({ path }) => path.endsWith('/unshare'));
    expect(unshared.map(({ path, params }) => [path.split('/').at(-2), params['groups']])).toEqual([
      ['a', 'g'],
    ]);
    expect(log.some(({ params }) => params['groups'] === 'g' && 'everyone' in params)).toBe(false);
  });

  it('reports when an item’s groups are unknown', async () => {
    fakeFetch({ '/groups': { error: { code: 500, message: 'Out of order.' } } });
    const { screen } = show(<ShareDialog items={two} {...on()} />, { context: await signedIn() });
    expect((await screen.findByRole('alert')).textContent).toContain('Out of order.');
  });
});

it('shares an item with a group without setting its level again', async () => {
  const log = fakeFetch({
    '/groups': { admin: [], member: [], other: [] },
    '/share': { notSharedWith: [] },
  });
  const onDone = on();
  const context = await signedIn();
  const groups = [{ id: 'g', title: 'Gardeners' }] as NonNullable<typeof context.user>['groups'];
  const { screen, person } = show(<ShareDialog items={[webMap({ access: 'public' })]} {...onDone} />, {
    context: { ...context, user: { ...context.user!, groups, privileges: ['portal:user:shareToGroup'] } },
  });
  await person.click(await screen.findByRole('checkbox', { name: 'Gardeners' }));
  await person.click(screen.getByRole('button', { name: 'Share' }));
  await vi.waitFor(() => expect(onDone.onDone).toHaveBeenCalledWith(true));
  const [{ params } = { params: {} }] = log.filter(({ path }) => path.endsWith('/share'));
  expect(params).toMatchObject({ groups: 'g' });
  expect(params).not.toHaveProperty('everyone');
  expect(params).not.toHaveProperty('org');
});

it('sends the earlier level again when an attempt with another one failed in part', async () => {
  const log = fakeFetch({
    '/groups': { admin: [], member: [], other: [] },
    '/share': ({ params }: LoggedRequest) => ({ notSharedWith: params['groups'] ? ['g'] : [] }),
  });
  const onDone = on();
  const context = await signedIn();
  const groups = [{ id: 'g', title: 'Gardeners' }] as NonNullable<typeof context.user>['groups'];
  const { screen, person } = show(<ShareDialog items={[webMap({ access: 'private' })]} {...onDone} />, {
    context: { ...context, user: { ...context.user!, groups } },
  });
  await person.click(await screen.findByRole('checkbox', { name: 'Gardeners' }));
  await person.click(screen.getByRole('radio', { name: 'My organisation' }));
  await person.click(screen.getByRole('button', { name: 'Share' }));
  await vi.waitFor(() => expect(onDone.onDone).toHaveBeenCalledWith(false));
  await person.click(screen.getByRole('checkbox', { name: 'Gardeners' }));
  await person.click(screen.getByRole('radio', { name: 'Only me and the groups below' }));
  await person.click(screen.getByRole('button', { name: 'Share' }));
  await vi.waitFor(() => expect(onDone.onDone).toHaveBeenCalledWith(true));
  const last = log.filter(({ path }) => path.endsWith('/share')).at(-1);
  expect(last?.params).toMatchObject({ org: 'false' });
});

describe('the picture of a map', () => {
  const refused = { error: { code: 403, message: 'no' } };

  /** Shares a private map with one layer; returns what was sent to the portal, in its order. */
  async function share(
    layer: object,
    level: string,
    document: unknown = { operationalLayers: [{ itemId: 'l1' }] },
  ) {
    const log = fakeFetch({
      '/groups': { admin: [], member: [], other: [] },
      '/items/m1/data': document as object,
      '/items/l1': layer,
      '/deleteThumbnail': { success: true },
      '/share': { notSharedWith: [] },
    });
    const onDone = on();
    const items = [webMap({ access: 'private', thumbnail: 'thumbnail/view.jpg' })];
    const context = await signedIn();
    const { screen, person } = show(<ShareDialog items={items} {...onDone} />, {
      context: {
        ...context,
        user: { ...context.user!, privileges: ['portal:user:shareToOrg', 'portal:user:shareToPublic'] },
      },
    });
    await person.click(await screen.findByRole('radio', { name: level }));
    await person.click(screen.getByRole('button', { name: 'Share' }));
    await vi.waitFor(() => expect(onDone.onDone).toHaveBeenCalledWith(true));
    return log.filter(({ method }) => method === 'POST').map(({ path }) => path.split('/').at(-1));
  }

  it.each([
    ['visitors may not see a layer', refused, 'Everyone', ['deleteThumbnail', 'share']],
    ['the organisation may not see a layer', refused, 'My organisation', ['deleteThumbnail', 'share']],
    ['everyone may see its layers', {}, 'Everyone', ['share']],
  ])(
    'is removed before the map is shared only if it may show too much: %s',
    async (_when, layer, level, sent) => {
      expect(await share(layer, level)).toEqual(sent);
    },
  );

  it('is removed where nobody knows what it shows', async () => {
    expect(await share({}, 'Everyone', { error: { code: 500, message: 'Out of order.' } })).toEqual([
      'deleteThumbnail',
      'share',
    ]);
  });
});

it('explains that the organisation forbids sharing with everyone', async () => {
  fakeFetch({ '/groups': { admin: [], member: [], other: [] } });
  const context = await signedIn();
  const { screen } = show(<ShareDialog items={[webMap({ access: 'org' })]} {...on()} />, {
    context: {
      ...context,
      portal: { id: 'p', name: 'P', canSharePublic: false },
      user: { ...context.user!, privileges: ['portal:user:shareToOrg', 'portal:user:shareToPublic'] },
    },
  });
  expect(screen.getByRole('radio', { name: 'My organisation' })).toBeDefined();
  expect(screen.queryByRole('radio', { name: 'Everyone' })).toBeNull();
  expect(screen.getByText('Your organisation doesn’t allow sharing with everyone.')).toBeDefined();
});

describe('moving items', () => {
  it('names one by its title in the user’s language', async () => {
    const properties = { mappingTranslations: { en: { title: 'Trees' } } };
    const item = webMap({ title: 'Bäume', properties });
    const context = await signedIn();
    const { screen } = show(<MoveDialog items={[item]} folders={[]} onMoved={() => {}} {...on()} />, {
      context,
    });
    expect(screen.getByRole('dialog', { name: 'Move: Trees' })).toBeDefined();
  });

  it('is enabled only if it changes something', async () => {
    const folders = [{ id: 'f1', title: 'Drafts', username: 'ada' }];
    const { screen, person } = show(
      <MoveDialog items={[two[0]!]} folders={folders} onMoved={() => {}} {...on()} />,
      { context: await signedIn() },
    );
    const move = screen.getByRole('button', { name: 'Move' });
    expect(move).toHaveProperty('disabled', true);
    await person.click(screen.getByRole('combobox', { name: 'Folder' }));
    await person.click(screen.getByRole('option', { name: 'Drafts' }));
    expect(move).toHaveProperty('disabled', false);
  });
});

describe('changing the owner', () => {
  it('retries only the items not yet transferred, and lists each failure', async () => {
    const locked = { error: { code: 400, message: 'Locked.' } };
    const log = fakeFetch({
      '/community/users': { results: [{ username: 'grace', fullName: 'Grace Hopper' }] },
      '/items/a/reassign': { success: true },
      '/items/b/reassign': locked,
      '/items/c/reassign': locked,
    });
    const items = [...two, webMap({ id: 'c', title: 'Sheet' })];
    const { screen, person } = show(<OwnerDialog items={items} {...on()} />, { context: await signedIn() });
    await person.type(screen.getByRole('combobox', { name: 'New owner' }), 'gra');
    await person.click(await screen.findByRole('option', { name: 'Grace Hopper (grace)' }));
    const tried = () => log.filter(({ path }) => path.endsWith('/reassign')).length;
    await person.click(screen.getByRole('button', { name: 'Change owner' }));
    expect((await screen.findByRole('alert')).textContent?.match(/Sheet: Locked\./g)).toHaveLength(2);
    expect(tried()).toBe(3);
    await person.click(screen.getByRole('button', { name: 'Change owner' }));
    await vi.waitFor(() => expect(tried()).toBe(5));
  });
});

describe('a new folder', () => {
  it('can be named immediately', async () => {
    const rest = { folder: undefined, username: 'ada', ...on() };
    const { screen } = show(<FolderDialog task="create" {...rest} />, { context: await signedIn() });
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Folder name' }));
  });
});
