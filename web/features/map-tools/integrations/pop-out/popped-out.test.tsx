import { act, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../../testing/web/fake-context.ts';
import { type FakeWindow, fakeWindow } from '../../../../../testing/web/fake-window.ts';
import { OpenIntegrationsRig, plainPage } from '../../../../../testing/web/open-integrations-rig.tsx';
import { show } from '../../../../../testing/web/render.tsx';

const opened = [plainPage('a', 'Alpha'), plainPage('b', 'Beta')];

let other: FakeWindow;

async function popOutAlpha() {
  other = fakeWindow();
  const opening = vi.spyOn(window, 'open').mockReturnValue(other.window);
  const shown = show(<OpenIntegrationsRig context={await fakeContext()} begin={opened} />, {
    at: '/demo/map',
  });
  const { screen, person } = shown;
  await person.click(await screen.findByRole('button', { name: 'Open Alpha in its own window' }));
  const inside = within(other.page.body);
  await inside.findByTitle('Alpha');
  const states = () => screen.getByText(/^a /).textContent;
  return { ...shown, other, inside, opening, states };
}

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
  other?.remove();
});

describe('an integration in its own window', () => {
  it('shows the full integration in the application’s language, while the drawer keeps the others', async () => {
    const { screen, other, inside, opening, states } = await popOutAlpha();
    expect(states()).toBe('a in-portal, b active');
    expect(opening).toHaveBeenCalledExactlyOnceWith(
      '/integrations/demo/pop-out',
      'mapping-demo-a',
      expect.stringContaining('popup'),
    );
    expect([other.page.title, other.page.documentElement.lang, other.page.documentElement.dir]).toEqual([
      'Alpha',
      'en',
      'ltr',
    ]);
    expect(inside.getByText('51.12800, 71.43000')).toBeDefined();
    expect(inside.getByRole('button', { name: 'Capture here' })).toBeDefined();
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Beta']);
  });

  it('returns by its button, with the focus on its tab', async () => {
    const { screen, person, other, inside, states } = await popOutAlpha();
    await person.click(inside.getByRole('button', { name: 'Move Alpha back to the drawer' }));
    expect(other.window.closed).toBe(true);
    await waitFor(() => expect(states()).toBe('a active, b active'));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Alpha'));
    expect(screen.getByTitle('Alpha').ownerDocument).toBe(document);
  });

  it('returns when the window is closed by any other means', async () => {
    const { other, states } = await popOutAlpha();
    act(() => other.window.close());
    await waitFor(() => expect(states()).toBe('a active, b active'));
  });

  it('closes its window when it is closed in the application', async () => {
    const { screen, person, other, states } = await popOutAlpha();
    await person.click(screen.getByRole('button', { name: 'Close from the menu' }));
    expect(states()).toBe('a inactive, b active');
    await waitFor(() => expect(other.window.closed).toBe(true));
  });

  it('closes its window when the application is left', async () => {
    const { other } = await popOutAlpha();
    window.dispatchEvent(new Event('pagehide'));
    expect(other.window.closed).toBe(true);
  });

  it('counts as open, so that a reload restores it into the drawer', async () => {
    await popOutAlpha();
    const { open } = JSON.parse(sessionStorage.getItem('mapping.integrations.demo') ?? '{}') as {
      open: string[];
    };
    expect(open).toEqual(['a', 'b']);
  });

  it('is captured in that window: the dialog opens there and uses that window’s clipboard', async () => {
    const { screen, person, other, inside } = await popOutAlpha();
    const copied = vi.spyOn(other.window.navigator.clipboard, 'writeText');
    await person.click(inside.getByRole('button', { name: 'Capture here' }));
    const note = await inside.findByRole('textbox', { name: 'Note' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect((note as HTMLTextAreaElement).value).toContain('Place: 51.128000, 71.430000 (Alpha)');
    await person.click(inside.getByRole('button', { name: 'Copy text' }));
    expect(copied).toHaveBeenCalledExactlyOnceWith((note as HTMLTextAreaElement).value);
    expect(await inside.findByRole('button', { name: 'Copied' })).toBeDefined();
  });
});

describe('a blocked window', () => {
  it('is reported, and the integration stays in the drawer', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    const { screen, person } = show(<OpenIntegrationsRig context={await fakeContext()} begin={opened} />, {
      at: '/demo/map',
    });
    await person.click(await screen.findByRole('button', { name: 'Open Alpha in its own window' }));
    expect(await screen.findByText(/blocked the window of Alpha/)).toBeDefined();
    expect(screen.getByText('a active, b active')).toBeDefined();
  });
});
