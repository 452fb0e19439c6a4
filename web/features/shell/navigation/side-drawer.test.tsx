import { describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { foundHealth, serveHealth } from '../../../../testing/web/fake-health.ts';
import { show } from '../../../../testing/web/render.tsx';
import { integrationsOf } from '../../../context/integrations.ts';
import { SideDrawer } from './side-drawer.tsx';

const panorama = {
  id: 'pano',
  type: 'panorama' as const,
  title: 'Panoramas',
  enabled: true,
  display: 'frame' as const,
  config: {},
};

async function rig(open: boolean, isAdmin = false) {
  const availableIntegrations = integrationsOf([panorama]).map((one) => ({
    ...one,
    state: open ? ('in-portal' as const) : one.state,
  }));
  const context = await fakeContext({ availableIntegrations, isAdmin });
  const onClose = vi.fn<() => void>();
  const shown = show(
    <SideDrawer
      open
      title="Parks"
      onClose={onClose}
      accountRows={<li>account</li>}
      feedbackRow={<li>feedback</li>}
      footer={<button type="button">footer</button>}
    />,
    { context },
  );
  return { ...shown, context, onClose };
}

describe('the side drawer', () => {
  it('labels its sections', async () => {
    const { screen } = await rig(false);
    const rows = screen.getAllByRole('listitem').map((row) => row.textContent);
    expect(rows).toEqual(['Home', 'account', 'Map', 'Open', 'New', 'Integrations', 'Panoramas', 'feedback']);
    expect(screen.getByRole('button', { name: 'footer' })).toBeDefined();
  });

  it('closes by its button, and after navigation', async () => {
    const { screen, person, onClose, router } = await rig(false);
    await person.click(screen.getByRole('button', { name: 'Close menu' }));
    expect(onClose).toHaveBeenCalledOnce();
    await person.click(screen.getByRole('link', { name: 'Open' }));
    expect(onClose).toHaveBeenCalledTimes(2);
    expect(router.state.location.pathname).toBe('/demo/gallery');
  });

  it.each([
    [false, 'openIntegration'],
    [true, 'closeIntegration'],
  ] as const)('with an integration that is open (%s) offers to %s', async (open, action) => {
    const { screen, person, context } = await rig(open);
    const row = screen.getByRole('button', { name: 'Panoramas' });
    expect(row.getAttribute('aria-pressed')).toBe(String(open));
    await person.click(row);
    expect(context[action]).toHaveBeenCalledExactlyOnceWith('pano');
  });

  it('marks integrations whose last check failed for administrators, as the menu does', async () => {
    const requested = serveHealth([foundHealth('pano', 'unavailable')]);
    const { screen } = await rig(false, true);
    const mark = await screen.findByTitle(/^Last check: /);
    expect(screen.getByRole('button', { name: /Panoramas/ }).contains(mark)).toBe(true);
    expect(requested).toEqual(['/api/demo/integrations/health']);
  });

  it('requests no health check for other users', async () => {
    const requested = serveHealth([foundHealth('pano', 'unavailable')]);
    const { screen } = await rig(false);
    expect(screen.getByRole('button', { name: 'Panoramas' })).toBeDefined();
    expect(requested).toEqual([]);
  });

  it('has no integrations section where there are none', async () => {
    const context = await fakeContext();
    const { screen } = show(
      <SideDrawer open title="" onClose={() => {}} accountRows={null} feedbackRow={null} footer={null} />,
      { context },
    );
    expect(screen.queryByText('Integrations')).toBeNull();
  });
});
