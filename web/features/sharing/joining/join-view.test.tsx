import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../testing/web/render.tsx';
import { JoinView } from './join-view.tsx';

const offer = {
  kind: 'join',
  username: null,
  fullName: null,
  invitedBy: 'ada',
  portalName: 'Town',
  expires: 0,
};

async function open(answers: Parameters<typeof fakeFetch>[0], at = '/demo/join#secret') {
  const log = fakeFetch(answers);
  const context = await fakeContext();
  return { ...show(<JoinView />, { context, at }), log, context };
}

afterEach(() => vi.unstubAllGlobals());

describe('an invitation link', () => {
  it('creates an account, and continues to sign-in', async () => {
    const { screen, person, log, context, router } = await open({
      '/links/open': offer,
      '/links/use': { success: true, username: 'olga' },
    });
    expect(await screen.findByText('ada invited you to Town.')).toBeDefined();
    await person.type(screen.getByRole('textbox', { name: 'Full name' }), 'Olga K');
    await person.type(screen.getByRole('textbox', { name: 'Username' }), 'olga');
    await person.type(screen.getByLabelText(/^Password/), 'long enough');
    await person.click(screen.getByRole('button', { name: 'Create account' }));
    expect(await screen.findByText('Your username is olga.')).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your account is ready' }));
    expect(log.at(-1)).toMatchObject({
      method: 'POST',
      params: { link: 'secret', username: 'olga', fullName: 'Olga K', password: 'long enough' },
    });
    await person.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(router.state.location.pathname).toBe('/demo');
    expect(context.signIn).toHaveBeenCalledOnce();
  });

  it('for a password requests only that, and shows it on demand', async () => {
    const { screen, person, log } = await open({
      '/links/open': { ...offer, kind: 'password', username: 'grace', fullName: 'Grace Hopper' },
      '/links/use': { success: true, username: 'grace' },
    });
    expect(await screen.findByText('For the account of Grace Hopper.')).toBeDefined();
    const field = screen.getByLabelText(/^Password/) as HTMLInputElement;
    await person.type(field, 'long enough');
    await person.click(screen.getByRole('button', { name: 'Show the password' }));
    expect(field.type).toBe('text');
    await person.click(screen.getByRole('button', { name: 'Save password' }));
    expect(await screen.findByText('Password saved')).toBeDefined();
    expect(log.at(-1)?.params).not.toHaveProperty('username');
  });

  it('keeps the input when the portal refuses it', async () => {
    const { screen, person } = await open({
      '/links/open': offer,
      '/links/use': { error: { code: 400, message: 'The username ada is taken.', details: [] } },
    });
    await person.type(await screen.findByRole('textbox', { name: 'Username' }), 'ada');
    await person.type(screen.getByRole('textbox', { name: 'Full name' }), 'A');
    await person.type(screen.getByLabelText(/^Password/), 'long enough');
    await person.click(screen.getByRole('button', { name: 'Create account' }));
    expect((await screen.findByRole('alert')).textContent).toContain('taken');
    expect((screen.getByRole('textbox', { name: 'Username' }) as HTMLInputElement).value).toBe('ada');
  });

  it('reports that it is used up, and offers a way out', async () => {
    const { screen } = await open({
      '/links/open': { error: { code: 400, message: 'This link has been used.', details: [] } },
    });
    expect((await screen.findByRole('alert')).textContent).toContain('This link has been used.');
    expect(screen.getByRole('link', { name: 'Go to the start page' }).getAttribute('href')).toBe('/demo');
  });

  it('can be read again after the portal was out of reach', async () => {
    const busy = { error: { code: 503, message: 'Busy.' } };
    const { screen, person } = await open({ '/links/open': [new TypeError('Failed to fetch'), busy, offer] });
    await screen.findByRole('alert');
    expect(screen.queryByText('This link doesn’t work')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    await person.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('ada invited you to Town.')).toBeDefined();
  });

  it('that is truncated sends no portal request', async () => {
    const { screen, log } = await open({}, '/demo/join');
    expect(screen.getByText(/The address is incomplete/)).toBeDefined();
    expect(log).toEqual([]);
  });
});
