import { fireEvent } from '@testing-library/react';
import { useContext, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { show } from '../../../../testing/web/render.tsx';
import { ApplicationContext } from '../../../context/application-context.ts';
import type { Integration } from '../../../context/integrations.ts';
import { ChoosePlaceNote } from './choose-place-note.tsx';
import { HubContext, HubRetryContext } from './host/hub.ts';
import type * as IntegrationsStateModule from './integrations-state.tsx';
import { IntegrationsDrawer, IntegrationsProvider } from './integrations-provider.tsx';

/** How many requests of the state's code are lost. */
const lost = vi.hoisted(() => ({ requests: 0 }));

vi.mock('./integrations-state.tsx', async (load) => {
  const state = await load<typeof IntegrationsStateModule>();
  return {
    get IntegrationsState() {
      if (lost.requests === 0) return state.IntegrationsState;
      lost.requests--;
      throw new TypeError('Failed to fetch dynamically imported module');
    },
  };
});

const open = (id: string, title: string, state: Integration['state'] = 'active'): Integration => ({
  id,
  title,
  state,
  type: 'url',
  url: 'https://pages.example/?at={lat},{lng}',
  enabled: true,
  display: 'frame',
  config: {},
});
const place = { lat: 51.128, lng: 71.43, x: 0, y: 0, wkid: 3857 };

const drawer = (
  <IntegrationsProvider>
    <IntegrationsDrawer />
  </IntegrationsProvider>
);

describe('the state of integrations', () => {
  const Hub = () => {
    const retry = useContext(HubRetryContext);
    return (
      <>
        <p>{useContext(HubContext) ? 'Loaded' : 'Absent'}</p>
        {retry && <button onClick={retry}>Try again</button>}
      </>
    );
  };
  const shown = (
    <IntegrationsProvider>
      <Hub />
    </IntegrationsProvider>
  );

  it.each([
    ['a map', '/demo/map', []],
    ['any page with an open integration', '/demo', [open('a', 'Alpha')]],
  ])('is loaded for %s', async (_page, at, openIntegrations) => {
    const { screen } = show(shown, { context: await fakeContext({ openIntegrations }), at });
    expect(await screen.findByText('Loaded')).toBeDefined();
  });

  it('is absent from other pages', async () => {
    const needing = await fakeContext({ openIntegrations: [open('a', 'Alpha')] });
    const { screen } = show(
      <>
        {shown}
        <ApplicationContext value={needing}>{shown}</ApplicationContext>
      </>,
      { context: await fakeContext(), at: '/demo' },
    );
    // The one of the second is there after the time that the first would take for its own.
    expect(await screen.findByText('Loaded')).toBeDefined();
    expect(screen.getByText('Absent')).toBeDefined();
  });

  it.each([
    ['on request', (press: () => Promise<void>) => press()],
    ['when the browser is online again', async () => void fireEvent(window, new Event('online'))],
  ])('is loaded after a lost request, %s', async (_when, again) => {
    lost.requests = 1;
    const { screen, person } = show(shown, { context: await fakeContext(), at: '/demo/map' });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByText('Absent')).toBeDefined();
    await again(() => person.click(retry));
    expect(await screen.findByText('Loaded')).toBeDefined();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is loaded after a lost request when an integration is opened', async () => {
    lost.requests = 1;
    const context = await fakeContext();
    const Opening = () => {
      const [openIntegrations, setOpen] = useState<Integration[]>([]);
      return (
        <ApplicationContext value={{ ...context, openIntegrations }}>
          <button onClick={() => setOpen([open('a', 'Alpha')])}>Open</button>
          {shown}
        </ApplicationContext>
      );
    };
    const { screen, person } = show(<Opening />, { at: '/demo/map' });
    await screen.findByRole('button', { name: 'Try again' });
    await person.click(screen.getByRole('button', { name: 'Open' }));
    expect(await screen.findByText('Loaded')).toBeDefined();
  });
});

describe('the integrations drawer', () => {
  beforeEach(() => sessionStorage.clear());

  it('is absent while closed', async () => {
    const context = await fakeContext({ openIntegrations: [open('a', 'Alpha')] });
    const { screen } = show(drawer, { context, at: '/demo/map' });
    expect(screen.queryByRole('complementary')).toBeNull();
  });

  it('shows active integrations in tabs, with the location, and closes the visible one', async () => {
    const openIntegrations = [open('a', 'Alpha'), open('b', 'Beta'), open('c', 'Gamma', 'in-portal')];
    const context = await fakeContext({
      integrationsDrawerOpen: true,
      currentMapLocation: place,
      openIntegrations,
    });
    const { screen, person } = show(drawer, { context, at: '/demo/map' });
    const tabs = await screen.findAllByRole('tab');
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Alpha', 'Beta']);
    expect(screen.getAllByText('51.12800, 71.43000')).toHaveLength(2);
    await person.click(screen.getByRole('tab', { name: 'Beta' }));
    await person.click(screen.getByRole('button', { name: 'Close Beta' }));
    expect(context.closeIntegration).toHaveBeenCalledExactlyOnceWith('b');
    // Its window does not exist (none was opened here), so it returns to the drawer.
    expect(context.closeIntegrationPortal).toHaveBeenCalledWith('c');
  });

  it('reports a blocked window, and leaves the integration in place', async () => {
    const context = await fakeContext({
      integrationsDrawerOpen: true,
      currentMapLocation: place,
      openIntegrations: [open('a', 'Alpha')],
    });
    vi.spyOn(window, 'open').mockReturnValue(null);
    const { screen, person } = show(drawer, { context, at: '/demo/map' });
    const popOut = { name: 'Open Alpha in its own window' };
    await person.click(await screen.findByRole('button', popOut));
    expect(await screen.findByText(/blocked the window of Alpha/)).toBeDefined();
    expect(context.openIntegrationInPortal).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it('shows all side by side, each with its title, on request', async () => {
    const context = await fakeContext({
      integrationsDrawerOpen: true,
      currentMapLocation: place,
      openIntegrations: ['Alpha', 'Beta', 'Gamma'].map((title) => open(title, title)),
    });
    const { screen, person } = show(drawer, { context, at: '/demo/map' });
    const choice = await screen.findByRole('button', { name: 'Side by side' });
    expect(screen.getAllByRole('tabpanel')).toHaveLength(1);
    await person.click(choice);
    expect(screen.getAllByRole('tabpanel').map((pane) => pane.querySelector('p')?.textContent)).toEqual([
      'Alpha',
      'Beta',
      'Gamma',
    ]);
    // Stored: read by a reload.
    expect(sessionStorage.getItem('mapping.integrations.demo')).toContain('"sideBySide":true');
  });

  it('shows one at a time on a phone, even if side by side was selected on a wide screen', async () => {
    sessionStorage.setItem(
      'mapping.integrations.demo',
      JSON.stringify({ open: [], more: { choices: { sideBySide: true } } }),
    );
    const wide = window.matchMedia;
    window.matchMedia = (media) => ({ ...wide(media), matches: media.includes('max-width: 599') });
    const context = await fakeContext({
      integrationsDrawerOpen: true,
      currentMapLocation: place,
      openIntegrations: ['Alpha', 'Beta', 'Gamma'].map((title) => open(title, title)),
    });
    const { screen, person } = show(drawer, { context, at: '/demo/map' });
    await person.click(await screen.findByRole('tab', { name: 'Gamma' }));
    expect(screen.getAllByRole('tabpanel').map(({ id }) => id)).toEqual(['intg-panel-Gamma']);
    expect(screen.queryByRole('button', { name: 'Side by side' })).toBeNull();
    window.matchMedia = wide;
  });

  it('is hidden without a map, and keeps its pages', async () => {
    const context = await fakeContext({
      integrationsDrawerOpen: true,
      currentMapLocation: place,
      openIntegrations: [open('a', 'Alpha')],
    });
    const { screen } = show(drawer, { context, at: '/demo/gallery' });
    const page = await screen.findByTitle('Alpha');
    expect(page.tagName).toBe('IFRAME');
    expect(screen.queryByRole('complementary')).toBeNull();
  });

  it('is resized by keyboard, and keeps its size', async () => {
    const context = await fakeContext({
      integrationsDrawerOpen: true,
      currentMapLocation: place,
      openIntegrations: [open('a', 'Alpha')],
    });
    const { screen, person } = show(drawer, { context, at: '/demo/map' });
    const handle = await screen.findByRole('separator');
    const before = Number(handle.getAttribute('aria-valuenow'));
    handle.focus();
    await person.keyboard('{ArrowLeft}');
    expect(Number(handle.getAttribute('aria-valuenow'))).toBe(before + 24);
    expect(localStorage.getItem('mapping.integrations.width')).toBe(String(before + 24));
  });
});

describe('the notice of a waiting integration', () => {
  it('prompts for a location, and links to a map from other pages', async () => {
    const context = await fakeContext({ openIntegrations: [open('a', 'Alpha'), open('b', 'Beta')] });
    const { screen, person } = show(<ChoosePlaceNote onMap={false} />, { context, at: '/demo' });
    expect(screen.getByRole('status').textContent).toContain(
      'Alpha shows what is there.Beta shows what is there.',
    );
    expect(screen.getByRole('link', { name: 'Open a map' }).getAttribute('href')).toBe('/demo/map');
    await person.click(screen.getByRole('button', { name: 'Close Alpha and Beta' }));
    expect(context.closeIntegration).toHaveBeenCalledTimes(2);
  });

  it('offers no map where one is open', async () => {
    const context = await fakeContext({ openIntegrations: [open('a', 'Alpha')] });
    const { screen } = show(<ChoosePlaceNote onMap />, { context, at: '/demo/map/wid/x' });
    expect(screen.getByRole('status')).toBeDefined();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it.each([
    ['nothing is open', { openIntegrations: [] }],
    ['a place is known', { openIntegrations: [open('a', 'Alpha')], currentMapLocation: place }],
    ['all have windows of their own', { openIntegrations: [open('a', 'Alpha', 'in-portal')] }],
  ])('is hidden when %s', async (_when, parts) => {
    const { screen } = show(<ChoosePlaceNote onMap={false} />, { context: await fakeContext(parts) });
    expect(screen.queryByRole('status')).toBeNull();
  });
});
