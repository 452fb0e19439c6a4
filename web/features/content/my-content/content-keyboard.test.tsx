import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeContext, webMap } from '../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../testing/web/render.tsx';
import { ContentView } from './content-view.tsx';

afterEach(() => vi.unstubAllGlobals());

const items = [webMap({ id: 'a', title: 'Parks' }), webMap({ id: 'b', title: 'Trees', ownerFolder: 'f0' })];
const content = { total: 2, items, folders: [{ id: 'f1', title: 'Drafts', username: 'ada' }] };

async function start(answers: Record<string, object> = {}) {
  const log = fakeFetch({
    '/content/users/ada': content,
    '/listDependentsTo': { list: [], others: 0 },
    '/shared-maps': { results: [] },
    ...answers,
  });
  const rig = show(<ContentView />, { context: await fakeContext({ signedIn: true }), at: '/demo/content' });
  await rig.screen.findByRole('link', { name: 'Parks' });
  /** Moves there with the Tab key, as keyboard users do. */
  const tabTo = async (wanted: HTMLElement, max = 60) => {
    for (let step = 0; step < max; step += 1) {
      if (document.activeElement === wanted) return;
      await rig.person.tab();
    }
    throw new Error(`The tab key does not reach ${wanted.outerHTML.slice(0, 200)}`);
  };
  return { ...rig, log, tabTo };
}

describe('my content by keyboard alone', () => {
  it('opens the menu of an item, deletes it and undoes that', async () => {
    const { screen, person, tabTo, log, unmount } = await start();
    await tabTo(screen.getByRole('button', { name: 'Actions for Parks' }));
    await person.keyboard('{Enter}');
    const last = await screen.findByRole('menuitem', { name: 'Delete' });
    await person.keyboard('{End}');
    expect(document.activeElement).toBe(last);
    await person.keyboard('{Enter}');
    expect(await screen.findByText('Deleted “Parks”')).toBeDefined();
    const undo = screen.getByRole('button', { name: 'Undo', description: 'Deleted “Parks”' });
    expect(document.activeElement).toBe(undo);
    await person.keyboard('{Enter}');
    expect(await screen.findByRole('link', { name: 'Parks' })).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'My content' }));
    unmount();
    expect(log.some(({ path }) => path.includes('delete'))).toBe(false);
  });

  it('closes a menu and a dialog with Escape, and returns the focus', async () => {
    const { screen, person, tabTo } = await start();
    const menu = () => screen.getByRole('button', { name: 'Actions for Trees' });
    await tabTo(menu());
    await person.keyboard('{Enter}');
    await screen.findByRole('menu');
    await person.keyboard('{Escape}');
    await vi.waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect(document.activeElement).toBe(menu());
    await person.keyboard('{Enter}');
    const details = await screen.findByRole('menuitem', { name: 'Show details' });
    expect(details.getAttribute('href')).toBe('/demo/gallery?item=b');
    await person.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Edit details' }));
    await person.keyboard('{Enter}');
    expect((await screen.findByRole('dialog')).contains(document.activeElement)).toBe(true);
    await person.keyboard('{Escape}');
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('selects items with the space bar, moves them together and undoes that', async () => {
    const { screen, person, tabTo, log } = await start({
      '/items/a/move': { success: true },
      '/items/b/move': { success: true },
    });
    await tabTo(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    await person.keyboard(' ');
    await tabTo(screen.getByRole('button', { name: 'Move' }));
    await person.keyboard('{Enter}');
    await screen.findByRole('dialog');
    await tabTo(screen.getAllByRole('combobox', { name: 'Folder' }).at(-1)!);
    await person.keyboard('{Enter}{End}{Enter}');
    await tabTo(screen.getAllByRole('button', { name: 'Move' }).at(-1)!);
    await person.keyboard('{Enter}');
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const folders = () =>
      log.filter(({ path }) => path.endsWith('/move')).map(({ params }) => params['folder']);
    expect(folders()).toEqual(['f1', 'f1']);

    const undo = await screen.findByRole('button', { name: 'Undo', description: 'Moved items: 2' });
    expect(document.activeElement).toBe(undo);
    expect(screen.queryByRole('toolbar')).toBeNull();
    await person.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'My content' }));
    await vi.waitFor(() => expect(folders()).toEqual(['f1', 'f1', '/', 'f0']));
  });
});
