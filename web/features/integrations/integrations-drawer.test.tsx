import { describe, expect, it } from 'vitest';
import { fakeContext } from '../../../testing/web/fake-context.ts';
import { show } from '../../../testing/web/render.tsx';
import type { Integration } from '../../context/integrations.ts';
import { ChoosePlaceNote } from './choose-place-note.tsx';
import { IntegrationsDrawer } from './integrations-drawer.tsx';

const open = (id: string, title: string, state: Integration['state'] = 'active'): Integration => ({
  id,
  title,
  state,
  type: 'url',
  enabled: true,
  display: 'frame',
  config: {},
});
const place = { lat: 51.128, lng: 71.43, x: 0, y: 0, wkid: 3857 };

describe('the integrations drawer', () => {
  it('is not there while it is closed', async () => {
    const context = await fakeContext({ openIntegrations: [open('a', 'Alpha')] });
    const { screen } = show(<IntegrationsDrawer />, { context });
    expect(screen.queryByRole('complementary')).toBeNull();
  });

  it('holds the active integrations in tabs, with the place, and closes the one shown', async () => {
    const openIntegrations = [open('a', 'Alpha'), open('b', 'Beta'), open('c', 'Gamma', 'in-portal')];
    const context = await fakeContext({
      integrationsDrawerOpen: true,
      currentMapLocation: place,
      openIntegrations,
    });
    const { screen, person } = show(<IntegrationsDrawer />, { context });
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Alpha', 'Beta']);
    expect(screen.getByText('51.12800, 71.43000')).toBeDefined();
    await person.click(screen.getByRole('tab', { name: 'Beta' }));
    await person.click(screen.getByRole('button', { name: 'Close Beta' }));
    expect(context.closeIntegration).toHaveBeenCalledExactlyOnceWith('b');
  });
});

describe('the note of what an integration waits for', () => {
  it('asks for a place, and leads to a map from elsewhere', async () => {
    const context = await fakeContext({ openIntegrations: [open('a', 'Alpha'), open('b', 'Beta')] });
    const { screen, person } = show(<ChoosePlaceNote />, { context, at: '/demo' });
    expect(screen.getByRole('status').textContent).toContain('Alpha, Beta shows what is there.');
    expect(screen.getByRole('link', { name: 'Open a map' }).getAttribute('href')).toBe('/demo/map');
    await person.click(screen.getByRole('button', { name: 'Close Alpha, Beta' }));
    expect(context.closeIntegration).toHaveBeenCalledTimes(2);
  });

  it('offers no map where one is open', async () => {
    const context = await fakeContext({ openIntegrations: [open('a', 'Alpha')] });
    const { screen } = show(<ChoosePlaceNote />, { context, at: '/demo/map/wid/x' });
    expect(screen.getByRole('status')).toBeDefined();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it.each([
    ['nothing is open', { openIntegrations: [] }],
    ['a place is known', { openIntegrations: [open('a', 'Alpha')], currentMapLocation: place }],
    ['all have windows of their own', { openIntegrations: [open('a', 'Alpha', 'in-portal')] }],
  ])('is silent when %s', async (_when, parts) => {
    const { screen } = show(<ChoosePlaceNote />, { context: await fakeContext(parts) });
    expect(screen.queryByRole('status')).toBeNull();
  });
});
