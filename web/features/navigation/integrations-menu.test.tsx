import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeContext } from '../../../testing/web/fake-context.ts';
import { show } from '../../../testing/web/render.tsx';
import type { CheckedHealth } from '../../../wire/integration-health.ts';
import { apiClient } from '../../api/api-client.ts';
import { integrationsOf } from '../../context/integrations.ts';
import { IntegrationsMenu } from './integrations-menu.tsx';

const integrations = integrationsOf([
  { id: 'cyclo', type: 'cyclomedia', title: 'Street Smart', enabled: true, display: 'frame', config: {} },
  { id: 'photos', type: 'panorama', title: 'Photos', enabled: true, display: 'frame', config: {} },
]);
const found = (integration: string, state: CheckedHealth['state']): CheckedHealth => ({
  integration,
  state,
  message: '',
  checkedAt: Date.now(),
  changes: [],
});

function serve(checks: CheckedHealth[]): string[] {
  const asked: string[] = [];
  Object.assign(apiClient.defaults, {
    adapter: 'fetch',
    baseURL: 'http://maps.example/api',
    env: {
      fetch: async (input: Request | string, init?: RequestInit) => {
        asked.push(new URL(new Request(input, init).url).pathname);
        return Response.json({ checks });
      },
      Request,
      Response,
    },
  });
  return asked;
}

async function openMenu(isAdmin: boolean) {
  const context = await fakeContext({ availableIntegrations: integrations, isAdmin });
  const shown = show(<IntegrationsMenu />, { context });
  await shown.person.click(shown.screen.getByRole('button', { name: 'Integrations' }));
  return shown;
}

describe('the menu of integrations', () => {
  it('tells an administrator which failed at its last check, and asks that when it is opened', async () => {
    const asked = serve([found('cyclo', 'retired'), found('photos', 'ok')]);
    const { screen } = await openMenu(true);
    const failing = await screen.findByTitle('Last check: Version withdrawn');
    expect(failing.closest('[role="menuitemcheckbox"]')?.textContent).toContain('Street Smart');
    const photos = screen.getByRole('menuitemcheckbox', { name: 'Photos' });
    expect(within(photos).queryByTitle(/Last check/)).toBeNull();
    expect(asked).toEqual(['/api/demo/integrations/health']);
  });

  it('asks nothing for anybody else', async () => {
    const asked = serve([found('cyclo', 'retired')]);
    const { screen } = await openMenu(false);
    expect(screen.getByRole('menuitemcheckbox', { name: 'Street Smart' })).toBeDefined();
    expect(asked).toEqual([]);
  });
});
