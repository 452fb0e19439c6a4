import { waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MappingError } from '../../../../wire/errors.ts';
import { SessionEndedDialog } from './session-ended-dialog.tsx';

async function ended() {
  fakeFetch({ '/oauth2/token': { error: { code: 400, message: 'Invalid refresh token' } } });
  const context = await fakeContext({ signedIn: true });
  const { session } = context.connection;
  const shown = show(<SessionEndedDialog />, { context });
  const token = session.renew(session.credential?.token ?? '');
  await shown.screen.findByRole('dialog', { name: 'Your session has ended' });
  return { ...shown, session, token };
}

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
    const { screen } = show(<SessionEndedDialog />, { context });
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
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(session.asking).toBe(true);
    session.giveUp();
  });
});
