import { waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MappingError } from '../../../../wire/errors.ts';
import { SessionDialogs } from './session-dialogs.tsx';

async function ended() {
  fakeFetch({ '/oauth2/token': { error: { code: 400, message: 'Invalid refresh token' } } });
  const context = await fakeContext({ signedIn: true });
  const { session } = context.connection;
  const shown = show(<SessionDialogs />, { context });
  const token = session.renew(session.credential?.token ?? '');
  await shown.screen.findByRole('dialog', { name: 'Your session has ended' });
  return { ...shown, session, token };
}

describe('the prompt before a change that needs a recent sign-in', () => {
  async function asked() {
    const context = await fakeContext({ signedIn: true });
    const { session } = context.connection;
    const shown = show(<SessionDialogs />, { context });
    const confirmed = [session.confirm(), session.confirm()];
    await shown.screen.findByRole('dialog', { name: 'Confirm that it’s you' });
    return { ...shown, session, confirmed };
  }

  it('lets every waiting request continue, and closes', async () => {
    const { screen, person, session, confirmed } = await asked();
    vi.spyOn(session, 'confirmIdentity').mockImplementation(async () => session.answerConfirmation(true));
    await person.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await Promise.all(confirmed)).toEqual([true, true]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('stays and shows that another account signed in; cancelled, nothing continues', async () => {
    const { screen, person, session, confirmed } = await asked();
    const other = new MappingError('session:other-account', 'This is another account.');
    vi.spyOn(session, 'confirmIdentity').mockRejectedValue(other);
    await person.click(screen.getByRole('button', { name: 'Confirm' }));
    expect((await screen.findByRole('alert')).textContent).toContain('another account');
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await Promise.all(confirmed)).toEqual([false, false]);
  });

  it('is not shown to a page that cannot ask', async () => {
    const { session } = (await fakeContext({ signedIn: true })).connection;
    expect(await session.confirm()).toBe(false);
  });
});

describe('the prompt after a session ended', () => {
  it('closes when the user continues signed out', async () => {
    const { screen, person, token } = await ended();
    await person.click(screen.getByRole('button', { name: 'Continue without signing in' }));
    expect(await token).toBe('');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is hidden while the page loads and the user is unknown', async () => {
    fakeFetch({ '/oauth2/token': { error: { code: 400, message: 'Invalid refresh token' } } });
    const context = { ...(await fakeContext({ signedIn: true })), user: undefined };
    const { session } = context.connection;
    const { screen } = show(<SessionDialogs />, { context });
    expect(await session.renew(session.credential?.token ?? '')).toBe('');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(session.expired).toBe(true);
  });

  it('stays and shows why when the popup window is closed', async () => {
    const { screen, person, session } = await ended();
    vi.spyOn(session, 'signInAgain').mockRejectedValue(
      new MappingError('session:cancelled', 'Sign-in was cancelled'),
    );
    await person.click(screen.getByRole('button', { name: 'Sign in' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Sign-in was cancelled');
    expect(session.asking).toBe(true);
    session.giveUp();
  });
});
