import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeConnection, savedSignIn } from '../../testing/web/fake-connection.ts';
import { fakeFetch } from '../../testing/web/fake-fetch.ts';
import { showOrganisation } from '../../testing/web/show-organisation.tsx';
import { MainLayout } from './main-layout.tsx';

afterEach(() => vi.unstubAllGlobals());

async function rig(config = {}, at = '/demo/map') {
  fakeFetch({ '/portals/self': { id: 'p1', name: 'Portal' } });
  const { connection } = await fakeConnection();
  return showOrganisation(<MainLayout />, { connection, config, at });
}

describe('the main layout', () => {
  it.each([
    [{}, 'Mapping'],
    [{ title: 'City of Astana' }, 'Mapping: City of Astana'],
  ])('with configuration %j has the title "%s", also in the tab', async (config, title) => {
    await rig(config);
    expect(screen.getByRole('link', { name: title })).toBeDefined();
    expect(document.title).toBe(title);
  });

  it('shows the portal administrators’ message until it is closed', async () => {
    fakeFetch({
      '/portals/self': { id: 'p1', name: 'Portal' },
      '/portals/self/settings': { informationalBanner: { enabled: true, text: 'Maintenance tonight' } },
    });
    const { connection } = await fakeConnection();
    const { person } = showOrganisation(<MainLayout />, { connection, at: '/demo/gallery' });
    const note = await screen.findByRole('note', { name: 'Message of the portal' });
    expect(note.textContent).toContain('Maintenance tonight');
    await person.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('note')).toBeNull());
    sessionStorage.clear();
  });

  it('explains what an account of another organisation sees', async () => {
    fakeFetch({
      '/portals/self': { id: 'e1', name: 'Elsewhere', urlKey: 'elsewhere' },
      '/community/self': { username: 'eve', fullName: 'Eve Ray', orgId: 'e1' },
    });
    const { connection } = await fakeConnection({ saved: savedSignIn({ username: 'eve' }) });
    showOrganisation(<MainLayout />, {
      connection,
      config: { title: 'Harbour City', portal: { url: 'https://www.arcgis.com', organisationId: 'h1' } },
      at: '/demo/gallery',
    });
    const note = await screen.findByRole('note', { name: 'Account of another organisation' });
    expect(note.textContent).toContain('eve, an account of another organisation');
    expect(note.textContent).toContain('Harbour City');
  });

  it('lets keyboard users skip the header', async () => {
    const { person } = await rig();
    await person.tab();
    expect(document.activeElement?.textContent).toBe('Skip to content');
    expect(document.activeElement?.getAttribute('href')).toBe('#content');
    expect(screen.getByRole('main').id).toBe('content');
  });

  it('has a feedback button where a form is configured', async () => {
    await rig({ feedback: { url: 'https://forms.example/' } });
    expect(screen.getByRole('link', { name: /Feedback/ })).toBeDefined();
  });

  it('has navigation, feedback and account in the same order on every page', async () => {
    const orders = [];
    for (const at of ['/demo', '/demo/gallery', '/demo/content']) {
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      const { unmount } = await rig({ feedback: { url: 'https://forms.example/' } }, at);
      const header = within(screen.getByRole('banner'));
      const controls = [...header.queryAllByRole('button'), ...header.queryAllByRole('link')];
      const inOrder = controls.toSorted((one, other) =>
        one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
      );
      orders.push(inOrder.map((control) => control.getAttribute('aria-label') ?? control.textContent));
      unmount();
    }
    expect(orders[0]).toEqual(expect.arrayContaining(['Map', 'Integrations', 'Commands', 'Account']));
    expect(orders[0]?.some((name) => name?.startsWith('Feedback'))).toBe(true);
    expect(orders[1]).toEqual(orders[0]);
    expect(orders[2]).toEqual(orders[0]);
  });

  const integrations = [{ id: 'pano', type: 'panorama', title: 'Panoramas' }];

  it('opens a map from a page without one, where an integration has no location', async () => {
    const { person } = await rig({ integrations }, '/demo/gallery');
    await person.click(screen.getByRole('button', { name: 'Integrations' }));
    await person.click(await screen.findByRole('menuitemcheckbox', { name: 'Panoramas' }));
    expect(await screen.findByText('Choose a place on the map')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Open a map' }).getAttribute('href')).toBe('/demo/map');
  });

  it('moves an integration from the menu to the drawer', async () => {
    const { person, context } = await rig({ integrations });
    await person.click(screen.getByRole('button', { name: 'Integrations' }));
    await person.click(await screen.findByRole('menuitemcheckbox', { name: 'Panoramas' }));
    act(() => context().setCurrentMapLocation({ lat: 51, lng: 71, x: 0, y: 0, wkid: 3857 }));
    const drawer = await screen.findByRole('complementary', { name: 'Integrations drawer', hidden: true });
    expect(drawer.textContent).toContain('Panoramas');
    act(() => context().closeIntegration('pano'));
    await waitFor(() => expect(screen.queryByRole('complementary', { hidden: true })).toBeNull());
  });
});
