import { waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ada, fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../testing/web/render.tsx';
import { ProfileView } from './profile-view.tsx';

beforeEach(() => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }));
});
afterEach(() => vi.unstubAllGlobals());

/** The page of a portal whose updates of the profile and the password wait until the test answers them. */
async function open() {
  const { promise, resolve } = Promise.withResolvers<object>();
  const log = fakeFetch({
    '/portals/regions': () => [{ region: 'WO', name: 'World', localizedName: 'World' }],
    '/users/ada/update': () => promise,
    '/users/ada/reset': () => promise,
  });
  const context = await fakeContext({ signedIn: true, user: { ...ada, email: 'ada@example.org' } });
  const shown = show(<ProfileView />, { context, at: '/demo/profile' });
  const part = async (name: string) => within(await shown.screen.findByRole('region', { name }));
  const form = await part('About you');
  return {
    ...shown,
    log,
    form,
    password: await part('Password'),
    answer: resolve,
    name: form.getByRole<HTMLInputElement>('textbox', { name: 'Full name' }),
    save: form.getByRole<HTMLButtonElement>('button', { name: 'Save' }),
  };
}

it('shows why a profile was not saved although typing went on', async () => {
  const { person, form, name, save, answer } = await open();
  await person.type(name, '!');
  await person.click(save);
  await person.type(name, '?');
  answer({ error: { code: 400, message: 'Invalid profile details.', details: [] } });
  expect((await form.findByRole('alert')).textContent).toContain('Invalid profile details.');
  expect(name.value).toBe('Ada Lovelace!?');
});

it('calls a profile saved only without input since then, of a picture too', async () => {
  const { person, form, name, save, answer, log } = await open();
  await person.type(name, '!');
  await person.click(save);
  const picture = form.getByLabelText<HTMLInputElement>('Choose a picture', { selector: 'input' });
  await person.upload(picture, new File(['x'], 'me.png', { type: 'image/png' }));
  answer({ success: true });
  await waitFor(() => expect(save.disabled).toBe(false));
  expect(form.queryByText('Profile saved.')).toBeNull();
  expect(form.getByRole('button', { name: 'Remove the picture' })).toBeDefined();
  await person.click(save);
  expect(await form.findByText('Profile saved.')).toBeDefined();
  expect(log.filter(({ path }) => path.endsWith('/update'))).toHaveLength(2);
  await person.type(name, '?');
  expect(form.queryByText('Profile saved.')).toBeNull();
});

it('asks before a page with changes is left', async () => {
  const { person, screen, router, name } = await open();
  await person.type(name, '!');
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
  void router.navigate('/demo/gallery');
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  await person.click(dialog.getByRole('button', { name: 'Stay' }));
  expect(router.state.location.pathname).toBe('/demo/profile');
  void router.navigate('/demo/gallery');
  await person.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/demo/gallery'));
});

it('leaves a page without a question once the changes are saved', async () => {
  const { person, form, name, save, answer, router, screen } = await open();
  await person.type(name, '!');
  await person.click(save);
  answer({ success: true });
  expect(await form.findByText('Profile saved.')).toBeDefined();
  void router.navigate('/demo/gallery');
  await waitFor(() => expect(router.state.location.pathname).toBe('/demo/gallery'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('keeps a password that is typed while another one is saved', async () => {
  const { person, password, answer } = await open();
  const next = password.getByLabelText<HTMLInputElement>(/^New password/);
  await person.type(password.getByLabelText(/^Current password/), 'old secret');
  await person.type(next, 'new secret');
  const change = password.getByRole<HTMLButtonElement>('button', { name: 'Change password' });
  await person.click(change);
  await person.type(next, '2');
  answer({ success: true });
  await waitFor(() => expect(change.disabled).toBe(false));
  expect([next.value, password.queryByText(/Password changed/)]).toEqual(['new secret2', null]);
});
