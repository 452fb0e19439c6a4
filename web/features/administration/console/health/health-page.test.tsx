import { within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeContext } from '../../../../../testing/web/fake-context.ts';
import { show } from '../../../../../testing/web/render.tsx';
import type { CheckedHealth } from '../../../../../wire/integration-health.ts';
import { apiClient } from '../../../../api/api-client.ts';
import type { Integration } from '../../../../context/integrations.ts';
import { HealthPage } from './health-page.tsx';

const integration = (id: string, type: Integration['type'], title: string): Integration => ({
  id,
  type,
  title,
  state: 'inactive',
  enabled: true,
  display: 'frame',
  config: {},
});
const all = [integration('cyclo', 'cyclomedia', 'Street Smart'), integration('photos', 'panorama', 'Photos')];

/** A server with stored checks, whose new checks have different results. */
function serve(kept: CheckedHealth[], found: Record<string, CheckedHealth | Response> = {}) {
  const requested: string[] = [];
  Object.assign(apiClient.defaults, {
    adapter: 'fetch',
    baseURL: 'http://maps.example/api',
    env: {
      fetch: async (input: Request | string, init?: RequestInit) => {
        const request = new Request(input, init);
        const path = new URL(request.url).pathname.replace('/api/demo/integrations/', '');
        requested.push(`${request.method} ${path}`);
        if (path === 'health') return Response.json({ checks: kept });
        const answer = found[path.replace('/check', '')];
        return answer instanceof Response ? answer : Response.json(answer);
      },
      Request,
      Response,
    },
  });
  return requested;
}

const retired: CheckedHealth = {
  integration: 'cyclo',
  state: 'retired',
  message: 'https://vendor.example/v1.js is no longer a script.',
  checkedAt: Date.now() - 3_600_000,
  changes: [
    {
      at: Date.UTC(2026, 4, 2, 12),
      state: 'retired',
      message: 'https://vendor.example/v1.js is no longer a script.',
    },
    { at: Date.UTC(2026, 2, 1, 12), state: 'ok', message: '' },
  ],
};
const works: CheckedHealth = {
  integration: 'cyclo',
  state: 'ok',
  message: '',
  checkedAt: Date.now(),
  changes: [{ at: Date.UTC(2026, 2, 1, 12), state: 'ok', message: '' }],
};

async function open(integrations: Integration[] = all) {
  const context = await fakeContext({ availableIntegrations: integrations, isAdmin: true });
  return show(<HealthPage />, { context, at: '/demo/administration?page=health' });
}

describe('the health of integrations', () => {
  beforeEach(() => void serve([]));

  it('shows the finding, its time and the fix of each; untested ones are marked as such', async () => {
    serve([retired]);
    const { screen } = await open();
    const row = await screen.findByRole('listitem', { name: 'Street Smart' });
    expect(row.textContent).toContain('Version withdrawn');
    expect(row.textContent).toContain('1 hour ago');
    expect(row.textContent).toContain('Enter a version that the provider still supports.');
    expect(row.textContent).toContain('is no longer a script.');
    expect(screen.getByRole('listitem', { name: 'Photos' }).textContent).toContain('Not tested yet');
  });

  it('shows how long the status has lasted, and the one before', async () => {
    serve([retired, { ...works, integration: 'photos' }]);
    const { screen } = await open();
    const row = await screen.findByRole('listitem', { name: 'Street Smart' });
    expect(row.textContent).toMatch(/Since May 2, 2026/);
    const history = within(row).getByRole('list', { name: 'History', hidden: true });
    const lines = within(history).getAllByRole('listitem', { hidden: true });
    expect(lines.map((line) => line.textContent)).toEqual([
      expect.stringMatching(/^May 2, 2026.*Version withdrawn$/),
      expect.stringMatching(/^Mar 1, 2026.*Works$/),
    ]);
    // An integration without changes has none.
    const photos = screen.getByRole('listitem', { name: 'Photos' });
    expect(within(photos).queryByRole('list', { name: 'History', hidden: true })).toBeNull();
  });

  it('tests one now and shows the result', async () => {
    const requested = serve([retired], { cyclo: works });
    const { screen, person } = await open();
    await person.click(await screen.findByRole('button', { name: 'Test now: Street Smart' }));
    const row = screen.getByRole('listitem', { name: 'Street Smart' });
    expect(await within(row).findByText('Works')).toBeDefined();
    expect(row.textContent).not.toContain('Version withdrawn');
    expect(requested).toEqual(['GET health', 'POST cyclo/check']);
  });

  it('tests all of them, one after another', async () => {
    const requested = serve([], { cyclo: works, photos: { ...works, integration: 'photos' } });
    const { screen, person } = await open();
    await person.click(await screen.findByRole('button', { name: 'Test all' }));
    expect(await screen.findAllByText('Works')).toHaveLength(2);
    expect(requested.slice(1)).toEqual(['POST cyclo/check', 'POST photos/check']);
  });

  it('shows why a test could not run, and keeps the last result', async () => {
    const detail = 'Too many checks. Wait a minute.';
    serve([retired], { cyclo: Response.json({ id: 'http:too-many', detail }, { status: 429 }) });
    const { screen, person } = await open();
    await person.click(await screen.findByRole('button', { name: 'Test now: Street Smart' }));
    expect((await screen.findByRole('alert')).textContent).toContain(detail);
    const row = screen.getByRole('listitem', { name: 'Street Smart' });
    expect(within(row).getByRole('status').textContent).toContain('Version withdrawn');
  });

  it('links to the settings when there is nothing to test', async () => {
    const { screen } = await open([]);
    expect(screen.getByRole('link', { name: 'Set up integrations' }).getAttribute('href')).toBe(
      '/demo/administration?page=integrations',
    );
  });
});
