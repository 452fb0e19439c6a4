import { act } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../../testing/web/fake-context.ts';
import { plainPage } from '../../../../../testing/web/open-integrations-rig.tsx';
import { show } from '../../../../../testing/web/render.tsx';
import { apiClient } from '../../../../api/api-client.ts';
import type { Integration } from '../../../../context/integrations.ts';
import { createHub } from '../host/create-hub.ts';
import { HubContext } from '../host/hub.ts';
import { DrawerPanes } from './drawer-panes.tsx';

const kept = { ...apiClient.defaults };
let missing: Record<string, string[]>;
beforeEach(() => {
  missing = {};
  Object.assign(apiClient.defaults, {
    adapter: 'fetch',
    baseURL: 'http://maps.example/api',
    env: { fetch: async () => Response.json({ missing }), Request, Response },
  });
});
afterEach(() => {
  vi.useRealTimers();
  Object.assign(apiClient.defaults, kept);
});

const of = (type: Integration['type'], title: string, config: Integration['config'] = {}): Integration => ({
  ...plainPage('it', title),
  type,
  url: undefined,
  config,
});

async function open(
  integration: Integration,
  {
    signedIn = false,
    isAdmin = false,
    nowhere = false,
  }: { signedIn?: boolean; isAdmin?: boolean; nowhere?: boolean } = {},
) {
  const context = await fakeContext({
    currentMapLocation: nowhere ? undefined : { lat: 51.5, lng: 71.25, x: 1, y: 2, wkid: 3857 },
    signedIn,
    isAdmin,
  });
  const panes = (
    <HubContext value={createHub()}>
      <DrawerPanes integrations={[integration]} onBlocked={vi.fn<() => void>()} />
    </HubContext>
  );
  return { ...show(panes, { context }), context };
}
const cyclomedia = of('cyclomedia', 'Cyclomedia');
const streetView = of('streetview', 'Street View');
const cityworks = of('cityworks', 'Works', { server: 'https://cw.example' });
const opening = /open/i;

describe('an integration that is not configured', () => {
  beforeEach(() => (missing = { it: ['apiKey', 'username', 'password'] }));

  it('names the missing entries, and links administrators to that setting', async () => {
    const { screen } = await open(cyclomedia, { signedIn: true, isAdmin: true });
    expect(await screen.findByText('Cyclomedia is not set up yet')).toBeDefined();
    expect(screen.getByText('Missing: API key, Username, and Password.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Go to its settings' }).getAttribute('href')).toBe(
      '/demo/administration?page=integrations&integration=it',
    );
    expect(document.querySelector('iframe')).toBeNull();
    expect(screen.queryByText('Access denied')).toBeNull();
  });

  it('shows others whom to contact, and prompts visitors to sign in', async () => {
    const member = await open(cyclomedia, { signedIn: true });
    expect(await member.screen.findByText(/Ask an administrator/)).toBeDefined();
    expect(member.screen.queryByRole('link')).toBeNull();
    expect(member.screen.queryByRole('button', { name: 'Sign in' })).toBeNull();
    member.unmount();
    const visitor = await open(cyclomedia);
    expect(await visitor.screen.findByText(/Ask an administrator/)).toBeDefined();
    await visitor.person.click(visitor.screen.getByRole('button', { name: 'Sign in' }));
    expect(visitor.context.signIn).toHaveBeenCalledOnce();
  });

  it('opens once an administrator has entered the settings elsewhere', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { screen } = await open(cyclomedia, { signedIn: true });
    expect(await screen.findByText('Cyclomedia is not set up yet')).toBeDefined();
    missing = {};
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    expect(await screen.findByTitle('Cyclomedia')).toBeDefined();
  });

  it('names missing settings without a request to the server', async () => {
    const { screen } = await open(of('panorama', 'Photos'));
    expect(await screen.findByText('Missing: Photos.')).toBeDefined();
  });
});

describe('Street View', () => {
  it('without a key is one link to the chosen location, and shows what the embedded view requires', async () => {
    missing = { it: ['apiKey', 'termsAccepted'] };
    const { screen } = await open(streetView, { signedIn: true, isAdmin: true });
    const link = await screen.findByRole('link', { name: 'Open at this location' });
    expect(link.getAttribute('href')).toContain('viewpoint=51.5,71.25');
    expect(screen.getByText('Missing: API key and Our contract with Google allows this.')).toBeDefined();
    // One command opens it.
    expect(screen.getAllByRole('link', { name: opening })).toHaveLength(1);
    expect(screen.queryAllByRole('button', { name: opening })).toEqual([]);
  });

  it('with a key and accepted terms is Google’s viewer in sync with the map', async () => {
    const { screen } = await open(of('streetview', 'Street View', { termsAccepted: true }), {
      signedIn: true,
    });
    const frame = await screen.findByTitle('Street View');
    expect(frame.getAttribute('src')).toContain('/integrations/demo/it');
  });

  it('starts in the language of the page before a location is chosen', async () => {
    const { screen } = await open(of('streetview', 'Street View', { termsAccepted: true }), {
      signedIn: true,
      nowhere: true,
    });
    const frame = await screen.findByTitle('Street View');
    expect(frame.getAttribute('src')).toMatch(/\?lang=en$/);
  });

  it('configured as a link is only that', async () => {
    const { screen } = await open(of('streetview', 'Street View', { viewer: 'window' }));
    expect(await screen.findByRole('link', { name: 'Open at this location' })).toBeDefined();
    expect(screen.queryByText(/Missing/)).toBeNull();
  });
});

describe('an integration for members', () => {
  it('prompts visitors to sign in instead of loading a page that would reject them', async () => {
    const { screen, person, context } = await open(cityworks);
    expect(await screen.findByText('Sign in to open Works')).toBeDefined();
    expect(document.querySelector('iframe')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(context.signIn).toHaveBeenCalledOnce();
  });

  it('opens for members', async () => {
    const { screen } = await open(cityworks, { signedIn: true });
    expect(await screen.findByTitle('Works')).toBeDefined();
  });

  it('loads anyway when the server does not report what is configured', async () => {
    Object.assign(apiClient.defaults, {
      env: { fetch: async () => new Response('{}', { status: 500 }), Request, Response },
    });
    const { screen } = await open(cyclomedia, { signedIn: true });
    expect(await screen.findByTitle('Cyclomedia')).toBeDefined();
  });
});
