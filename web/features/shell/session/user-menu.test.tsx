import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { show } from '../../../../testing/web/render.tsx';
import { AccountRows } from './account-menu.tsx';
import { UserMenu } from './user-menu.tsx';

const names = (items: HTMLElement[]) => items.map((item) => item.textContent);

describe('the user menu', () => {
  it('offers visitors to sign in', async () => {
    const context = await fakeContext();
    const { screen, person } = show(<UserMenu />, { context });
    await person.click(screen.getByRole('button', { name: 'Account' }));
    expect(names(screen.getAllByRole('menuitem'))).toEqual([
      'Tour of this pageNew',
      'What’s new',
      'Accessibility statement',
      'Sign in',
    ]);
    await person.click(screen.getByRole('menuitem', { name: 'Sign in' }));
    expect(context.signIn).toHaveBeenCalledOnce();
  });

  it('shows a member’s initials and full name, and signs out after the menu’s delay', async () => {
    const context = await fakeContext({ signedIn: true });
    const { screen, person } = show(<UserMenu />, { context });
    expect(document.querySelector('[data-initials=AL]')).not.toBeNull();
    await person.click(screen.getByRole('button', { name: 'Account: Ada Lovelace' }));
    expect(names(screen.getAllByRole('menuitem'))).toEqual([
      'Profile',
      'My content',
      'Groups',
      'Tour of this pageNew',
      'What’s new',
      'Accessibility statement',
      'Sign out',
    ]);
    await person.click(screen.getByRole('menuitem', { name: 'Sign out' }));
    expect(context.signOut).toHaveBeenCalledExactlyOnceWith('menu');
    // With unsaved work the user may stay.
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });

  it('links administrators to the administration', async () => {
    const { screen, person } = show(<UserMenu />, {
      context: await fakeContext({ signedIn: true, isAdmin: true }),
    });
    await person.click(screen.getByRole('button', { name: /Account/ }));
    expect(screen.getByRole('menuitem', { name: 'Administration' }).getAttribute('href')).toBe(
      '/demo/administration',
    );
  });

  it('shows that the identity is being resolved, without offering a second sign-in', async () => {
    const { screen, person } = show(<UserMenu />, { context: await fakeContext({ isAuthorizing: true }) });
    expect(await screen.findByRole('progressbar', { name: 'Checking your sign-in' })).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Account' }));
    expect(screen.getByRole('menuitem', { name: 'Sign in' }).getAttribute('aria-disabled')).toBe('true');
  });
});

describe('the rows of the side drawer', () => {
  it('read "Sign in" for visitors', async () => {
    const context = await fakeContext();
    const { screen, person } = show(<AccountRows />, { context });
    await person.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(context.signIn).toHaveBeenCalledOnce();
  });

  it('read "Sign out: {name}" for members', async () => {
    const context = await fakeContext({ signedIn: true });
    const { screen, person } = show(<AccountRows />, { context });
    await person.click(screen.getByRole('button', { name: 'Sign out: Ada Lovelace' }));
    expect(context.signOut).toHaveBeenCalledExactlyOnceWith('drawer');
  });

  it('link members to their content and administrators to the administration', async () => {
    const { screen } = show(<AccountRows />, {
      context: await fakeContext({ signedIn: true, isAdmin: true }),
    });
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/demo/profile',
      '/demo/content',
      '/demo/groups',
      '/demo/administration',
      '/demo/accessibility',
    ]);
  });
});
