import ExtensionOutlined from '@mui/icons-material/ExtensionOutlined';
import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { foundHealth, serveHealth } from '../../../../testing/web/fake-health.ts';
import { show } from '../../../../testing/web/render.tsx';
import { integrationsOf } from '../../../context/integrations.ts';
import { HeaderMenu } from './header-menu.tsx';
import { IntegrationsMenu } from './opened-menus.tsx';

const integrations = integrationsOf([
  { id: 'cyclo', type: 'cyclomedia', title: 'Street Smart', enabled: true, display: 'frame', config: {} },
  { id: 'photos', type: 'panorama', title: 'Photos', enabled: true, display: 'frame', config: {} },
]);

async function openMenu(isAdmin: boolean) {
  const context = await fakeContext({ availableIntegrations: integrations, isAdmin });
  const shown = show(
    <HeaderMenu label="Integrations" Icon={ExtensionOutlined} load={async () => IntegrationsMenu} />,
    { context },
  );
  await shown.person.click(shown.screen.getByRole('button', { name: 'Integrations' }));
  return shown;
}

describe('the integrations menu', () => {
  it('shows administrators which checks failed, requested when it is opened', async () => {
    const requested = serveHealth([foundHealth('cyclo', 'retired'), foundHealth('photos', 'ok')]);
    const { screen } = await openMenu(true);
    const failing = await screen.findByTitle('Last check: Version withdrawn');
    expect(failing.closest('[role="menuitemcheckbox"]')?.textContent).toContain('Street Smart');
    const photos = screen.getByRole('menuitemcheckbox', { name: 'Photos' });
    expect(within(photos).queryByTitle(/Last check/)).toBeNull();
    expect(requested).toEqual(['/api/demo/integrations/health']);
  });

  it('requests no health check for other users', async () => {
    const requested = serveHealth([foundHealth('cyclo', 'retired')]);
    const { screen } = await openMenu(false);
    expect(screen.getByRole('menuitemcheckbox', { name: 'Street Smart' })).toBeDefined();
    expect(requested).toEqual([]);
  });
});
