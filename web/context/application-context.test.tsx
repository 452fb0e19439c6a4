import { act, render, renderHook, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeConnection, savedSignIn, sessionKey } from '../../testing/web/fake-connection.ts';
import { fakeContext } from '../../testing/web/fake-context.ts';
import { fakeFetch } from '../../testing/web/fake-fetch.ts';
import {
  ApplicationContext,
  useApplicationContext,
  useConfiguration,
  useIdentity,
  useIntegrations,
  usePortalIdentity,
} from './application-context.ts';

afterEach(() => vi.unstubAllGlobals());

function Reader() {
  return <p>{useApplicationContext().org}</p>;
}

it('returns the value of its provider', async () => {
  render(
    <ApplicationContext value={await fakeContext({ org: 'esil' })}>
      <Reader />
    </ApplicationContext>,
  );
  expect(screen.getByText('esil')).toBeDefined();
});

it('throws outside its provider', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(() => render(<Reader />)).toThrow(/outside of the application context/);
});

it('re-renders only the readers of the changed part', async () => {
  const rendered = { configuration: vi.fn<() => void>(), identity: vi.fn<() => void>() };
  function Configuration() {
    useConfiguration();
    rendered.configuration();
    return null;
  }
  function Identity() {
    useIdentity();
    rendered.identity();
    return null;
  }
  function Place() {
    return <p>{useIntegrations().currentMapLocation?.lat}</p>;
  }
  // The same elements each time: React renders them again for a changed context only.
  const readers = [<Configuration key="c" />, <Identity key="i" />, <Place key="p" />];
  const value = await fakeContext();
  const { rerender } = render(<ApplicationContext value={value}>{readers}</ApplicationContext>);
  rendered.configuration.mockClear();
  rendered.identity.mockClear();
  const currentMapLocation = { lat: 51.128, lng: 71.43, x: 0, y: 0, wkid: 3857 };
  rerender(<ApplicationContext value={{ ...value, currentMapLocation }}>{readers}</ApplicationContext>);
  expect(screen.getByText('51.128')).toBeDefined();
  expect(rendered.configuration).not.toHaveBeenCalled();
  expect(rendered.identity).not.toHaveBeenCalled();
  rerender(
    <ApplicationContext value={{ ...value, currentMapLocation, isAdmin: true }}>
      {readers}
    </ApplicationContext>,
  );
  expect(rendered.configuration).not.toHaveBeenCalled();
  expect(rendered.identity).toHaveBeenCalledOnce();
});

it('returns the current state of all parts through one hook', async () => {
  const value = await fakeContext();
  function Everything() {
    const { sidebarOpen, isAdmin, currentMapLocation } = useApplicationContext();
    return <p>{JSON.stringify({ sidebarOpen, isAdmin, lat: currentMapLocation?.lat })}</p>;
  }
  const everything = <Everything />;
  const { rerender } = render(<ApplicationContext value={value}>{everything}</ApplicationContext>);
  const currentMapLocation = { lat: 51.128, lng: 71.43, x: 0, y: 0, wkid: 3857 };
  const changed = { ...value, currentMapLocation, isAdmin: true, sidebarOpen: false };
  rerender(<ApplicationContext value={changed}>{everything}</ApplicationContext>);
  expect(screen.getByText('{"sidebarOpen":false,"isAdmin":true,"lat":51.128}')).toBeDefined();
});

describe('usePortalIdentity', () => {
  it('is known to be anonymous at once when no one is signed in', async () => {
    const { connection } = await fakeConnection();
    const { result } = renderHook(() => usePortalIdentity(connection));
    expect(result.current).toEqual({ who: '', known: true });
  });

  it('follows a sign-in in another tab', async () => {
    const { connection, otherTabWrote } = await fakeConnection();
    const { result } = renderHook(() => usePortalIdentity(connection));
    act(() => otherTabWrote(sessionKey, savedSignIn({ username: 'grace' })));
    expect(result.current).toEqual({ who: 'grace', known: true });
  });

  it('is unknown while a sign-in is being restored', async () => {
    let answer: (body: object) => void = () => {};
    const log = fakeFetch({ '/oauth2/token': () => new Promise((resolve) => (answer = resolve)) });
    const rig = await fakeConnection();
    rig.storage.setItem(sessionKey, savedSignIn({ expires: Date.now() - 1 }));
    const restored = rig.connection.session.restore();
    const { result } = renderHook(() => usePortalIdentity(rig.connection));
    expect(result.current).toEqual({ who: '', known: false });
    await act(async () => {
      await vi.waitFor(() => expect(log).toHaveLength(1));
      answer({ access_token: 'token-2', expires_in: 1800, username: 'ada' });
      await restored;
    });
    await vi.waitFor(() => expect(result.current).toEqual({ who: 'ada', known: true }));
  });
});
