import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeContext, webMap } from '../../../testing/web/fake-context.ts';
import { type Asked, fakeFetch } from '../../../testing/web/fake-fetch.ts';
import { show } from '../../../testing/web/render.tsx';
import { ContentView } from './content-view.tsx';

afterEach(() => vi.unstubAllGlobals());

const items = (total: number) => (asked: Asked) => ({
  total,
  items: [
    webMap({ id: 'a', title: `From ${asked.params['start']}`, modified: Date.UTC(2026, 3, 5, 12) }),
    webMap({ id: 'b', title: 'Trees', type: 'Feature Service', access: 'private' }),
  ],
});

describe('my content', () => {
  it('asks anonymous people to sign in', async () => {
    const context = await fakeContext();
    const { screen, person } = show(<ContentView />, { context });
    await person.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(context.signIn).toHaveBeenCalledOnce();
  });

  it('lists the person’s items; a web map opens', async () => {
    const log = fakeFetch({ '/content/users/ada': items(2) });
    const { screen } = show(<ContentView />, { context: await fakeContext({ signedIn: true }) });
    expect((await screen.findByRole('link', { name: 'From 1' })).getAttribute('href')).toBe(
      '/demo/map/wid/a',
    );
    expect(screen.queryByRole('link', { name: 'Trees' })).toBeNull();
    expect(screen.getByRole('row', { name: /Trees Feature Service Private/ })).toBeDefined();
    expect(screen.getByText('Apr 5, 2026')).toBeDefined();
    expect(log[0]?.params).toMatchObject({
      start: '1',
      num: '20',
      sortField: 'modified',
      sortOrder: 'desc',
      foldersContent: 'true',
    });
    expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull();
  });

  it('goes from page to page, in the address too', async () => {
    fakeFetch({ '/content/users/ada': items(45) });
    const { screen, person, router } = show(<ContentView />, {
      context: await fakeContext({ signedIn: true }),
      at: '/demo/content?page=2',
    });
    expect(await screen.findByText('From 21')).toBeDefined();
    expect(screen.getByText('Page 2 of 3')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('From 41')).toBeDefined();
    expect(router.state.location.search).toBe('?page=3');
    expect(screen.getByRole('button', { name: 'Next page' })).toHaveProperty('disabled', true);
  });

  it('says when there is nothing', async () => {
    fakeFetch({ '/content/users/ada': { total: 0, items: [] } });
    const { screen } = show(<ContentView />, { context: await fakeContext({ signedIn: true }) });
    expect(await screen.findByText('You have no items yet.')).toBeDefined();
  });

  it('says why it failed, and tries again', async () => {
    fakeFetch({ '/content/users/ada': [new TypeError('Failed to fetch'), items(1)] });
    const { screen, person } = show(<ContentView />, { context: await fakeContext({ signedIn: true }) });
    expect((await screen.findByRole('alert')).textContent).toContain('The portal cannot be reached.');
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('From 1')).toBeDefined();
  });
});
