import { within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ada, fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../testing/web/render.tsx';
import { ProfileView } from './profile-view.tsx';

const byPasskey = { enabled: true, app: false, since: 0, recoveryCodes: 9, available: true };
const broken = { error: { code: 500, message: 'Broken', details: [] } };

/** The form for a new password of an account with a second factor. */
async function open(secondFactor: Parameters<typeof fakeFetch>[0][string]) {
  const log = fakeFetch({
    '/secondFactor': secondFactor,
    '/passkeys': { passkeys: [], available: true, confirm: { challenge: 'abc' } },
    '/portals/regions': () => [],
    '/reset': { success: true },
  });
  const portal = { id: 'p1', name: 'Portal', accountSecondFactor: true };
  const { screen, person } = show(<ProfileView />, {
    context: await fakeContext({ signedIn: true, user: ada, portal }),
  });
  const form = within(await screen.findByRole('region', { name: 'Password' }));
  const button = () => form.getByRole('button', { name: 'Change password' }) as HTMLButtonElement;
  const isReady = () => vi.waitFor(() => expect(button().disabled).toBe(false));
  const fill = async () => {
    await person.type(form.getByLabelText(/^Current password/), 'old secret');
    await person.type(form.getByLabelText(/^New password/), 'new secret');
  };
  const sent = () => log.find(({ path }) => path.endsWith('/reset'))?.params;
  return { person, form, button, isReady, fill, sent };
}

afterEach(() => vi.unstubAllGlobals());

it('a passkey can be used after its prompt was dismissed once; the code is optional', async () => {
  const get = vi
    .fn<() => Promise<object>>()
    .mockRejectedValueOnce(new DOMException('No', 'NotAllowedError'))
    .mockResolvedValue({ toJSON: () => ({ id: 'k1' }) });
  vi.stubGlobal('PublicKeyCredential', { parseRequestOptionsFromJSON: (options: object) => options });
  vi.stubGlobal('navigator', Object.assign(navigator, { credentials: { get } }));
  const { person, form, button, isReady, fill, sent } = await open(byPasskey);
  await fill();
  await isReady();
  await person.click(button());
  expect((await form.findByLabelText(/^Code/)).hasAttribute('required')).toBe(false);
  await person.click(button());
  expect(await form.findByText(/Password changed/)).toBeDefined();
  expect(sent()).toMatchObject({ password: 'old secret', assertion: '{"id":"k1"}' });
  expect(form.queryByLabelText(/^Code/)).toBeNull();
});

it('a code is required where the browser has no passkeys', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined);
  const { form } = await open(byPasskey);
  expect((await form.findByLabelText(/^Code/)).hasAttribute('required')).toBe(true);
});

it('nothing is sent before the factor is known; a failure is shown and can be retried', async () => {
  let answer: (body: object) => void = () => {};
  const late = () => new Promise<object>((resolve) => (answer = resolve));
  const { person, form, button, isReady } = await open([late, { ...byPasskey, enabled: false }]);
  expect(button().disabled).toBe(true);
  answer(broken);
  expect((await form.findByRole('alert')).textContent).toContain('Broken');
  expect(button().disabled).toBe(true);
  await person.click(form.getByRole('button', { name: 'Try again' }));
  await isReady();
  expect(form.queryByRole('alert')).toBeNull();
});
