import { act, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeConnection, savedSignIn, sessionKey } from '../../testing/web/fake-connection.ts';
import { fakeFetch } from '../../testing/web/fake-fetch.ts';
import { usePortalIdentity } from './application-context.ts';

afterEach(() => vi.unstubAllGlobals());

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
