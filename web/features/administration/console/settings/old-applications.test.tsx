import { waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ada, fakeContext } from '../../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../../testing/web/render.tsx';
import { SignInSettings } from './settings-page.tsx';

afterEach(() => vi.unstubAllGlobals());

const administrator = { ...ada, privileges: ['portal:admin:manageSecurity'] };
const ours = { id: 'p1', name: 'Portal', implicitGrant: false };

async function open(answer: object, user = administrator, portal: object = ours) {
  let implicitGrant = false;
  const log = fakeFetch({
    '/portals/self/update': (requested: { params: Record<string, string> }) => {
      if (!('error' in answer)) implicitGrant = requested.params['implicitGrant'] === 'true';
      return answer;
    },
    '/portals/self': () => ({ ...ours, implicitGrant }),
  });
  const context = await fakeContext({ signedIn: true, isAdmin: true, user, portal: portal as typeof ours });
  return { ...show(<SignInSettings />, { context }), log };
}

describe('sign-in of legacy applications', () => {
  it('is off, and saved as soon as it is switched on', async () => {
    const { screen, person, log } = await open({ success: true });
    const choice = await screen.findByRole('switch', { name: 'Allow access tokens in addresses' });
    expect(choice).toHaveProperty('checked', false);
    await person.click(choice);
    await waitFor(() =>
      expect(
        screen.getByRole('switch', { name: 'Allow access tokens in addresses', checked: true }),
      ).toBeDefined(),
    );
    const sent = log.filter(({ path }) => path.endsWith('/portals/self/update'));
    expect(sent.map(({ method, params }) => [method, params['implicitGrant']])).toEqual([['POST', 'true']]);
  });

  it('keeps its state and shows why when the portal refuses', async () => {
    const message = 'You do not have permissions to access this resource.';
    const { screen, person } = await open({ error: { code: 403, message, details: [] } });
    await person.click(await screen.findByRole('switch'));
    expect((await screen.findByRole('alert')).textContent).toBe('You don’t have permission for this.');
    expect(screen.getByRole('switch', { checked: false })).toBeDefined();
  });

  it.each([
    ['another portal', administrator, { id: 'p1', name: 'Portal' }],
    ['who may not change it', ada, ours],
  ])('is hidden for %s', async (_what, user, portal) => {
    const { container, log } = await open({ success: true }, user, portal);
    expect(container.textContent).toBe('');
    expect(log).toEqual([]);
  });
});
