import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../testing/web/fake-context.ts';
import { show } from '../../testing/web/render.tsx';
import { newsVersion, openGuide } from '../context/guide.ts';
import { UserMenu } from '../features/shell/session/index.ts';
import { Guides } from '../features/shell/guide/index.ts';
// Loaded before it is opened.
import '../features/shell/session/account-menu.tsx';

beforeEach(() => {
  // jsdom has no layout.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 10, 10));
});
afterEach(() => {
  openGuide(undefined);
  vi.restoreAllMocks();
});

async function open(at = '/demo') {
  const page = (
    <>
      <div data-tour="commands" />
      <div data-tour="actions" />
      <UserMenu />
      <Guides />
    </>
  );
  const shown = show(page, { context: await fakeContext(), at });
  const choose = async (name: RegExp) => {
    await shown.person.click(shown.screen.getByRole('button', { name: /^Account/ }));
    await shown.person.click(await shown.screen.findByRole('menuitem', { name }));
  };
  return { ...shown, choose };
}

describe('the tour', () => {
  it('is marked as new on the first visit only, and goes through what the page shows, by keyboard too', async () => {
    const { screen, person, choose } = await open();
    const account = screen.getByRole('button', { name: /^Account/ });
    expect(account.getAttribute('aria-description')).toBe('Has something new');
    await choose(/Tour of this page/);
    const first = await screen.findByRole('dialog', { name: 'Start here' });
    expect(document.activeElement).toBe(first);
    await person.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByRole('dialog', { name: 'Everything by name' })).toBeDefined();
    await person.keyboard('{Escape}');
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(account.getAttribute('aria-description')).toBeNull();
  });

  it('is not offered for maps shared by link', async () => {
    const { screen, person } = await open('/demo/map/sid/abc');
    await person.click(screen.getByRole('button', { name: /^Account/ }));
    expect(await screen.findByRole('menuitem', { name: /What’s new/ })).toBeDefined();
    expect(screen.queryByRole('menuitem', { name: /Tour/ })).toBeNull();
  });
});

describe('what’s new', () => {
  it('is marked after an update until it is opened, not for new visitors', async () => {
    const { unmount } = await open();
    expect(localStorage.getItem('mapping.seen.news')).toBe(newsVersion);
    unmount();
    localStorage.setItem('mapping.seen.news', '0.0.9');
    localStorage.setItem('mapping.seen.tour', '0.0.9');
    const { screen, choose } = await open();
    const account = screen.getByRole('button', { name: /^Account/ });
    expect(account.getAttribute('aria-description')).toBe('Has something new');
    await choose(/What’s new.*New/);
    expect(await screen.findByRole('dialog', { name: 'What’s new' })).toBeDefined();
    expect(account.getAttribute('aria-description')).toBeNull();
  });
});
