import { act, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeFetch, type LoggedRequest } from '../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../testing/web/render.tsx';
import { NotificationsButton } from './notifications-button.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const notification = (id: string, type: string, data: object, received = 1000) => ({
  id,
  type,
  received,
  data,
});
const kinds = [
  notification('n1', 'user_invite', { groupId: 'g1', groupTitle: 'Team' }, 4000),
  notification('n2', 'item_comment', { itemId: 'i1', itemTitle: 'Parks', fromUsername: 'grace' }, 3000),
  notification('n3', 'message', { subject: 'Hello', message: 'Lunch at one', fromUsername: 'linus' }, 2000),
  notification('n4', 'new_sign_in', { message: 'Your account was used on a new device.' }),
];

async function open(notifications: object | object[], more: Parameters<typeof fakeFetch>[0] = {}) {
  const log = fakeFetch({ '/notifications': notifications, ...more });
  const shown = show(<NotificationsButton />, { context: await fakeContext({ signedIn: true }) });
  return { ...shown, log };
}

describe('notifications', () => {
  it('are counted until the list is opened, and the count is stored on the device', async () => {
    const { screen, person, unmount } = await open({ notifications: kinds });
    await person.click(await screen.findByRole('button', { name: 'Notifications, 4 new' }));
    const list = within(await screen.findByRole('dialog', { name: 'Notifications' }));
    expect(list.getAllByText('New')).toHaveLength(4);
    await person.click(list.getByRole('button', { name: 'Close notifications' }));
    expect(await screen.findByRole('button', { name: 'Notifications' })).toBeDefined();
    unmount();
    const again = await open({ notifications: kinds });
    expect(await again.screen.findByRole('button', { name: 'Notifications' })).toBeDefined();
  });

  it('are counted again every five minutes, not when the window is focused', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { screen, log } = await open([{ notifications: [] }, { notifications: kinds.slice(0, 1) }]);
    await screen.findByRole('button', { name: 'Notifications' });
    await act(() => vi.advanceTimersByTimeAsync(299_000));
    await act(async () => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    expect(log).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(await screen.findByRole('button', { name: 'Notifications, 1 new' })).toBeDefined();
  });

  it('are worded by type, those of unknown types by their message, with links', async () => {
    const { screen, person } = await open({ notifications: kinds });
    await person.click(await screen.findByRole('button', { name: /^Notifications/ }));
    const rows = (await screen.findAllByRole('listitem')).map((row) => row.textContent);
    expect(rows[0]).toContain('You are invited to the group “Team”.');
    expect(rows[1]).toContain('grace commented on “Parks”.');
    expect(rows[2]).toContain('Hello');
    expect(rows[2]).toContain('Lunch at one · From linus');
    expect(rows[3]).toContain('Your account was used on a new device.');
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/demo/groups', '/demo/gallery?type=all&item=i1&tab=comments']);
  });

  it('name the problems of a map, and lead to it', async () => {
    const data = { itemId: 'i1', itemTitle: 'Parks', problems: ['dead', 'unsupported', 'new-one'] };
    const { screen, person } = await open({ notifications: [notification('n1', 'map_problems', data)] });
    await person.click(await screen.findByRole('button', { name: /^Notifications/ }));
    const row = within(await screen.findByRole('listitem'));
    expect(row.getByRole('link', { name: 'Your map “Parks” needs attention.' }).getAttribute('href')).toBe(
      '/demo/gallery?type=all&item=i1',
    );
    expect(row.getByText('A layer doesn’t respond. A layer’s type isn’t supported here.')).toBeDefined();
  });

  it('are deleted one by one or all at once', async () => {
    const removed: string[] = [];
    const remove = ({ path }: LoggedRequest) => {
      removed.push(path.split('/').at(-2) ?? '');
      return { success: true };
    };
    const { screen, person } = await open(
      [{ notifications: kinds }, { notifications: kinds.slice(1) }, { notifications: [] }],
      { '/delete': remove },
    );
    await person.click(await screen.findByRole('button', { name: /^Notifications/ }));
    await person.click(await screen.findByRole('button', { name: /^Delete: You are invited/ }));
    await vi.waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(3));
    await person.click(screen.getByRole('button', { name: 'Delete all' }));
    expect(await screen.findByText('No notifications')).toBeDefined();
    expect(removed).toEqual(['n1', 'n2', 'n3', 'n4']);
  });

  it('stay listed with the reason when the portal refuses to delete', async () => {
    const { screen, person } = await open(
      { notifications: kinds },
      { '/delete': { error: { code: 500, message: 'Broken.' } } },
    );
    await person.click(await screen.findByRole('button', { name: /^Notifications/ }));
    await person.click(await screen.findByRole('button', { name: /^Delete: Hello/ }));
    expect((await screen.findByRole('alert')).textContent).toContain('Broken.');
    expect(screen.getAllByRole('listitem')).toHaveLength(4);
  });

  it('keep their bell with the reason when they cannot be loaded, and can be requested again', async () => {
    const { screen, person } = await open([
      { error: { code: 503, message: 'Down for maintenance.' } },
      { notifications: kinds },
    ]);
    await person.click(await screen.findByRole('button', { name: 'Notifications' }));
    const list = within(await screen.findByRole('dialog', { name: 'Notifications' }));
    expect(list.getByRole('alert').textContent).toContain('temporarily unavailable');
    expect(list.queryByText('No notifications')).toBeNull();
    await person.click(list.getByRole('button', { name: 'Try again' }));
    expect(await list.findAllByRole('listitem')).toHaveLength(4);
    expect(list.queryByRole('alert')).toBeNull();
  });

  it('have no bell for visitors, and where the portal has none', async () => {
    const log = fakeFetch({ '/notifications': { error: { code: 400, message: 'Invalid URL' } } });
    const visitor = show(<NotificationsButton />, { context: await fakeContext() });
    expect(visitor.container.textContent).toBe('');
    visitor.unmount();
    const { screen } = show(<NotificationsButton />, { context: await fakeContext({ signedIn: true }) });
    await vi.waitFor(() => expect(log).toHaveLength(1));
    expect(screen.queryByRole('button')).toBeNull();
  });
});
