import { act, cleanup, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeConnection, savedSignIn } from '../../testing/web/fake-connection.ts';
import { fakeFetch } from '../../testing/web/fake-fetch.ts';
import { showOrganisation } from '../../testing/web/show-organisation.tsx';
import { appConfigSchema } from '../../wire/app-config.ts';
import { MappingError } from '../../wire/errors.ts';
import { apiClient } from '../api/api-client.ts';
import { askBeforeLeaving } from '../context/before-leaving.ts';
import { formatLocale, setPortalFormat } from '../i18n/index.ts';

const portal = { id: 'p1', name: 'Portal' };
const user = { username: 'ada', fullName: 'Ada Lovelace', groups: [{ id: 'admins' }] };
const place = { lat: 51, lng: 71, x: 0, y: 0, wkid: 3857 };
const integrations = [
  { id: 'sv', type: 'streetview' as const, title: 'Street View' },
  { id: 'pano', type: 'panorama' as const, title: 'Panoramas' },
  { id: 'off', type: 'url' as const, title: 'Switched off', url: 'https://example.org', enabled: false },
];

afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await i18next.changeLanguage('en');
});

describe('the application context', () => {
  it('starts with the default values', async () => {
    fakeFetch({ '/portals/self': portal });
    const { connection } = await fakeConnection();
    const { context } = showOrganisation(null, { connection });
    expect(context()).toMatchObject({
      org: 'demo',
      user: undefined,
      isAdmin: false,
      error: '',
      sidebarOpen: true,
      isAuthorizing: false,
      integrationsDrawerOpen: false,
      availableIntegrations: [],
      openIntegrations: [],
      currentMapLocation: undefined,
      currentIntgLocation: undefined,
    });
    await waitFor(() => expect(context().portal).toEqual(portal));
  });

  it('exposes the user and whether they administer the organisation', async () => {
    fakeFetch({ '/portals/self': portal, '/community/self': user });
    const { connection } = await fakeConnection({ saved: savedSignIn() });
    const { context } = showOrganisation(null, {
      connection,
      config: { portal: { adminGroupId: 'admins' } },
    });
    expect(context().isAuthorizing).toBe(true);
    await waitFor(() => expect(context().user?.fullName).toBe('Ada Lovelace'));
    expect(context()).toMatchObject({ isAdmin: true, isAuthorizing: false });
  });

  it('treats no user as an administrator without an administrator group', async () => {
    fakeFetch({ '/portals/self': portal, '/community/self': user });
    const { connection } = await fakeConnection({ saved: savedSignIn() });
    const { context } = showOrganisation(null, { connection });
    await waitFor(() => expect(context().user).toBeDefined());
    expect(context().isAdmin).toBe(false);
  });

  it('toggles the sidebar', async () => {
    fakeFetch({ '/portals/self': portal });
    const { connection } = await fakeConnection();
    const { context } = showOrganisation(null, { connection });
    act(() => context().setSidebarOpen(false));
    expect(context().sidebarOpen).toBe(false);
  });

  it('switches to a language the organisation offers', async () => {
    fakeFetch({ '/portals/self': portal });
    const { connection } = await fakeConnection();
    showOrganisation(null, { connection, config: { languages: ['kk', 'ru'] } });
    await waitFor(() => expect(i18next.language).toBe('kk'));
  });

  it('formats dates as the user chose at the portal, or else as their organisation does', async () => {
    onTestFinished(() => setPortalFormat(undefined));
    fakeFetch({ '/portals/self': { ...portal, cultureFormat: 'gb' } });
    const { connection } = await fakeConnection();
    showOrganisation(null, { connection });
    await waitFor(() => expect(formatLocale('en')).toBe('en-GB'));
    cleanup();
    fakeFetch({
      '/portals/self': { ...portal, cultureFormat: 'gb' },
      '/community/self': { ...user, cultureFormat: 'ca' },
    });
    const signedIn = await fakeConnection({ saved: savedSignIn() });
    showOrganisation(null, { connection: signedIn.connection });
    await waitFor(() => expect(formatLocale('en')).toBe('en-CA'));
  });

  it('requests the portal again in the new language and keeps the previous response meanwhile', async () => {
    const log = fakeFetch({ '/portals/self': portal });
    const { connection } = await fakeConnection();
    const { context } = showOrganisation(null, { connection });
    await waitFor(() => expect(context().portal).toBeDefined());
    await act(() => i18next.changeLanguage('nl'));
    expect(context().portal).toEqual(portal);
    await waitFor(() => expect(log.map(({ params }) => params['culture'])).toEqual(['en', 'nl']));
  });
});

describe('an unreachable portal while the language changes', () => {
  it('leaves the page and the previous portal response in place, and retries', async () => {
    const log = fakeFetch({ '/portals/self': portal, '/community/self': user });
    const { connection } = await fakeConnection({ saved: savedSignIn() });
    const { context } = showOrganisation(null, { connection });
    await waitFor(() => expect(context()).toMatchObject({ portal, user }));
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    fakeFetch({});
    await act(() => i18next.changeLanguage('nl'));
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(context()).toMatchObject({ portal, user, error: '' });
    const back = fakeFetch({ '/portals/self': { ...portal, name: 'Portaal' } });
    await act(() => vi.advanceTimersByTimeAsync(40_000));
    await waitFor(() => expect(context().portal?.name).toBe('Portaal'));
    expect([log, back].map((calls) => calls.at(-1)?.params['culture'])).toContain('nl');
  });
});

describe('integrations', () => {
  async function rig() {
    fakeFetch({ '/portals/self': portal });
    const { connection } = await fakeConnection();
    return showOrganisation(null, { connection, config: { integrations } });
  }

  it('are the enabled ones of the configuration', async () => {
    const { context } = await rig();
    expect(context().availableIntegrations.map(({ id, state }) => [id, state])).toEqual([
      ['sv', 'inactive'],
      ['pano', 'inactive'],
    ]);
  });

  it('open, pop out, return and close, and the drawer follows', async () => {
    const { context } = await rig();
    const state = () => [
      context()
        .openIntegrations.map((one) => `${one.id} ${one.state}`)
        .join(),
      context().integrationsDrawerOpen,
    ];
    act(() => context().openIntegration('sv'));
    expect(state()).toEqual(['sv active', false]);
    act(() => context().setCurrentMapLocation(place));
    expect(state()).toEqual(['sv active', true]);
    act(() => context().openIntegrationInPortal('sv'));
    expect(state()).toEqual(['sv in-portal', false]);
    act(() => context().closeIntegrationPortal('sv'));
    expect(state()).toEqual(['sv active', true]);
    act(() => context().openIntegration('pano'));
    act(() => context().closeIntegration('sv'));
    expect(state()).toEqual(['pano active', true]);
    act(() => context().closeIntegration('pano'));
    expect(state()).toEqual(['', false]);
  });

  it('report their view pose', async () => {
    const { context } = await rig();
    const looking = { integrationId: 'pano', lat: 51, lng: 71, heading: 90 };
    act(() => context().setCurrentIntgLocation(looking));
    expect(context().currentIntgLocation).toBe(looking);
  });

  it('keep their identity while other state changes', async () => {
    const { context } = await rig();
    const before = context();
    act(() => before.setSidebarOpen(false));
    expect(context().availableIntegrations).toBe(before.availableIntegrations);
    expect(context().openIntegration).toBe(before.openIntegration);
    expect(context().signIn).toBe(before.signIn);
  });
});

describe('signing in', () => {
  // The request for the configuration fails, unless a test overrides it.
  beforeEach(() => void vi.spyOn(apiClient, 'get').mockRejectedValue(new Error('Away')));

  async function rig(failure: unknown) {
    fakeFetch({ '/portals/self': portal });
    const { connection } = await fakeConnection();
    vi.spyOn(connection.session, 'signIn').mockImplementation(() => Promise.reject(failure as Error));
    const onNotice = vi.fn<(text: string) => void>();
    const shown = showOrganisation(null, { connection, onNotice });
    await waitFor(() => expect(shown.context().portal).toBeDefined());
    return { ...shown, onNotice };
  }

  it.each([
    ['session:cancelled', 'Sign-in was cancelled.'],
    [
      'session:popup-blocked',
      'The browser blocked the sign-in window. Allow pop-ups for this page and try again.',
    ],
  ])('shows a notification after %s', async (id, text) => {
    const { context, onNotice } = await rig(new MappingError(id, 'x'));
    await act(() => context().signIn());
    expect(onNotice).toHaveBeenCalledExactlyOnceWith(text);
    expect(context().error).toBe('');
  });

  it.each([
    ['session:no-app-id', 'No app ID provided.'],
    ['portal:invalid-auth-mode', 'This page doesn’t use sign-in (portal:invalid-auth-mode).'],
    [
      'session:failed',
      'Something went wrong. Try again. If it keeps happening, reload the page or contact an administrator. The portal says: “The portal said no”',
    ],
  ])('shows an error after %s', async (id, text) => {
    const { context, onNotice } = await rig(new MappingError(id, 'The portal said no'));
    await act(() => context().signIn());
    expect(context().error).toBe(text);
    expect(onNotice).not.toHaveBeenCalled();
  });

  it('detects that the portal lost its App ID since the page was loaded', async () => {
    fakeFetch({ '/portals/self': portal });
    vi.mocked(apiClient.get).mockResolvedValue({
      data: appConfigSchema.parse({ portal: { appId: '' } }),
      status: 200,
      headers: {},
    });
    const { connection } = await fakeConnection();
    const { context } = showOrganisation(null, { connection });
    await waitFor(() => expect(context().portal).toBeDefined());
    await act(() => context().signIn());
    expect(context().error).toBe('No app ID provided.');
  });

  it('is authorizing until it completes', async () => {
    fakeFetch({ '/portals/self': portal });
    const { connection } = await fakeConnection();
    let end: () => void = () => {};
    vi.spyOn(connection.session, 'signIn').mockImplementation(
      () => new Promise((resolve) => (end = resolve)),
    );
    const { context } = showOrganisation(null, { connection });
    let signedIn = Promise.resolve();
    act(() => {
      signedIn = context().signIn();
    });
    expect(context().isAuthorizing).toBe(true);
    await vi.waitFor(() => expect(connection.session.signIn).toHaveBeenCalled());
    await act(async () => {
      end();
      await signedIn;
    });
    expect(context().isAuthorizing).toBe(false);
  });
});

describe('signing out', () => {
  it('in another tab is reported once the page is loaded again', async () => {
    fakeFetch({ '/portals/self': portal });
    const { connection } = await fakeConnection();
    vi.spyOn(connection.session, 'expired', 'get').mockReturnValue(true);
    const onNotice = vi.fn<(text: string) => void>();
    showOrganisation(null, { connection, onNotice });
    await waitFor(() => expect(onNotice).toHaveBeenCalledExactlyOnceWith('Your session has ended.'));
  });

  it('with unsaved work waits for the user’s decision', async () => {
    const log = fakeFetch({
      '/portals/self': portal,
      '/community/self': user,
      '/oauth2/revokeToken': { success: true },
    });
    const { connection } = await fakeConnection({ saved: savedSignIn() });
    const { context } = showOrganisation(null, { connection });
    await waitFor(() => expect(context().user).toBeDefined());
    let answer: (goOn: boolean) => void = () => {};
    onTestFinished(askBeforeLeaving('page', () => new Promise((resolve) => (answer = resolve))));
    const reload = vi.fn<() => void>();
    vi.stubGlobal('location', { reload });
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    act(() => context().signOut('menu'));
    expect(context().user).toBeDefined();
    await act(async () => answer(false));
    vi.advanceTimersByTime(10_000);
    expect(connection.session.credential).toBeDefined();
    expect(log.filter(({ path }) => path.endsWith('revokeToken'))).toEqual([]);
    expect(reload).not.toHaveBeenCalled();
    act(() => context().signOut('menu'));
    await act(async () => answer(true));
    vi.advanceTimersByTime(10_000);
    expect(connection.session.credential).toBeUndefined();
    expect(reload).toHaveBeenCalledOnce();
  });

  it.each([
    ['menu', 250],
    ['drawer', 100],
  ] as const)('from the %s reloads after %i ms', async (from, delay) => {
    fakeFetch({ '/portals/self': portal, '/community/self': user, '/oauth2/revokeToken': { success: true } });
    const { connection } = await fakeConnection({ saved: savedSignIn() });
    const onNotice = vi.fn<(text: string) => void>();
    const { context } = showOrganisation(null, {
      connection,
      onNotice,
      config: { portal: { adminGroupId: 'admins' } },
    });
    await waitFor(() => expect(context().isAdmin).toBe(true));
    const reload = vi.fn<() => void>();
    vi.stubGlobal('location', { reload });
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    act(() => context().signOut(from));
    expect(context()).toMatchObject({ user: undefined, isAdmin: false });
    vi.advanceTimersByTime(delay - 1);
    expect(reload).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(reload).toHaveBeenCalledOnce();
    vi.useRealTimers();
    // Users who sign out themselves need no notice.
    expect(onNotice).not.toHaveBeenCalled();
  });
});
