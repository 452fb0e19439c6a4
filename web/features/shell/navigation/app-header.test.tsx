import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { show } from '../../../../testing/web/render.tsx';
import { computedStyle } from '../../../../testing/web/set-up.ts';
import { changeIntegration, integrationsOf } from '../../../context/integrations.ts';
import { AppHeader, type AppHeaderProps } from './app-header.tsx';
// Loaded before they are opened.
import './opened-menus.tsx';
import './side-drawer.tsx';

window.getComputedStyle = computedStyle;

const pieces: AppHeaderProps = {
  title: '',
  hasSidebar: false,
  commands: <span>commands</span>,
  notifications: <span>notifications</span>,
  account: <span>account</span>,
  accountRows: <li>account rows</li>,
  feedback: <span>feedback</span>,
  feedbackRow: <li>feedback row</li>,
  languages: <span>languages</span>,
};

const integrations = integrationsOf([
  { id: 'sv', type: 'streetview', title: 'Street View', enabled: true, display: 'window', config: {} },
  { id: 'pano', type: 'panorama', title: 'Panoramas', enabled: true, display: 'frame', config: {} },
]);

describe('the header', () => {
  it('shows "Mapping" and links to the organisation’s home', async () => {
    const { screen } = show(<AppHeader {...pieces} />, { context: await fakeContext() });
    const home = screen.getByRole('link', { name: 'Mapping' });
    expect(home.getAttribute('href')).toBe('/demo');
    expect(home.querySelector('svg')?.getAttribute('width')).toBe('35');
  });

  it('shows "Mapping: {title}" and the organisation’s own logo 50 pixels wide', async () => {
    const context = await fakeContext({ config: { portal: { customLogo: '/logo.svg' } } });
    const { screen } = show(<AppHeader {...pieces} title="Parks" />, { context });
    const home = screen.getByRole('link', { name: 'Mapping: Parks' });
    expect(home.querySelector('img')?.getAttribute('width')).toBe('50');
    expect(home.querySelector('img')?.getAttribute('src')).toBe('/logo.svg');
  });

  it('opens the gallery by Map > Open and the basic viewer by Map > New', async () => {
    const { screen, person } = show(<AppHeader {...pieces} />, { context: await fakeContext() });
    await person.click(screen.getByRole('button', { name: 'Map' }));
    const links = screen
      .getAllByRole('menuitem')
      .map((item) => [item.textContent, item.getAttribute('href')]);
    expect(links).toEqual([
      ['Open', '/demo/gallery'],
      ['New', '/demo/map'],
    ]);
  });

  it('shows icons on narrow screens, so that the title is readable', async () => {
    const wide = window.matchMedia;
    window.matchMedia = (media) => ({ ...wide(media), matches: media.includes('max-width:899') });
    const { screen, person } = show(<AppHeader {...pieces} title="Parks" />, {
      context: await fakeContext(),
    });
    expect(screen.getByText('Mapping: Parks')).toBeDefined();
    expect(screen.queryByText('Integrations')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Map' }));
    expect(screen.getAllByRole('menuitem')).toHaveLength(2);
    window.matchMedia = wide;
  });

  it('has the sidebar toggle only on pages with a sidebar', async () => {
    const context = await fakeContext();
    const without = show(<AppHeader {...pieces} />, { context });
    expect(without.screen.queryByRole('button', { name: /sidebar/ })).toBeNull();
    without.unmount();
    const { screen, person } = show(<AppHeader {...pieces} hasSidebar />, { context });
    // Its name says the state.
    expect(screen.getByRole('button', { name: 'Hide sidebar' }).getAttribute('aria-pressed')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Hide sidebar' }));
    expect(context.setSidebarOpen).toHaveBeenCalledExactlyOnceWith(false);
  });

  it('opens an integration, and closes an open one, shown in grey', async () => {
    const context = await fakeContext({
      availableIntegrations: changeIntegration(integrations, { type: 'open', id: 'pano' }),
    });
    const { screen, person } = show(<AppHeader {...pieces} />, { context });
    await person.click(screen.getByRole('button', { name: 'Integrations' }));
    const [closed, open] = screen.getAllByRole('menuitemcheckbox');
    expect([closed, open].map((item) => item?.getAttribute('aria-checked'))).toEqual(['false', 'true']);
    expect(getComputedStyle(open!).backgroundColor).not.toBe(getComputedStyle(closed!).backgroundColor);
    await person.click(closed!);
    expect(context.openIntegration).toHaveBeenCalledExactlyOnceWith('sv');
    await person.click(screen.getByRole('button', { name: 'Integrations' }));
    await person.click(screen.getByRole('menuitemcheckbox', { name: 'Panoramas' }));
    expect(context.closeIntegration).toHaveBeenCalledExactlyOnceWith('pano');
  });

  it('reports when there are no integrations', async () => {
    const { screen, person } = show(<AppHeader {...pieces} />, { context: await fakeContext() });
    await person.click(screen.getByRole('button', { name: 'Integrations' }));
    expect(screen.getByRole('menuitem', { name: 'No integrations are set up' })).toBeDefined();
  });

  it('toggles light and dark, and remembers it', async () => {
    const { screen, person } = show(<AppHeader {...pieces} />, { context: await fakeContext() });
    await person.click(screen.getByRole('button', { name: 'Switch to dark mode' }));
    expect(localStorage.getItem('mapping.theme')).toBe('dark');
    expect(document.documentElement.getAttribute('data-theme')).toBe('dark');
    await person.click(screen.getByRole('button', { name: 'Switch to light mode' }));
    expect(localStorage.getItem('mapping.theme')).toBe('light');
  });
});

describe('the side drawer', () => {
  it('has the title of what is open, for which the header may have too little room', async () => {
    const title = 'Trees of the city and its districts by height, age and species';
    const { screen, person } = show(<AppHeader {...pieces} title={title} />, {
      context: await fakeContext(),
    });
    await person.click(screen.getByRole('button', { name: 'Open menu' }));
    const drawer = within(screen.getByLabelText('Main menu', { selector: '.MuiDrawer-paper' }));
    expect(drawer.getByText(title)).toBeDefined();
  });

  it('contains the menu entries, and closes after a choice', async () => {
    const context = await fakeContext({ availableIntegrations: integrations });
    const { screen, person } = show(<AppHeader {...pieces} />, { context });
    await person.click(screen.getByRole('button', { name: 'Open menu' }));
    const drawer = within(screen.getByLabelText('Main menu', { selector: '.MuiDrawer-paper' }));
    expect(drawer.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe('/demo/gallery');
    expect(drawer.getByRole('link', { name: 'New' }).getAttribute('href')).toBe('/demo/map');
    expect(drawer.getByText('account rows')).toBeDefined();
    expect(drawer.getByText('feedback row')).toBeDefined();
    await person.click(drawer.getByRole('button', { name: 'Street View' }));
    expect(context.openIntegration).toHaveBeenCalledExactlyOnceWith('sv');
  });
});
