import { act, cleanup, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ada, fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../testing/web/render.tsx';
import { whenMayLeave, wouldLose } from '../../../context/before-leaving.ts';
import type { Portal, PortalUser } from '../../../portal/portal-types.ts';
import { deviceOf } from './sessions-section.tsx';
import { ProfileView } from './profile-view.tsx';

const user: PortalUser = {
  ...ada,
  email: 'ada@example.org',
  description: 'Counts',
  tags: ['maps', 'engines'],
  access: 'org',
  culture: 'en',
  units: 'metric',
};
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const session = { id: 's1', app: 'Mapping', agent: firefox, started: 0, lastUsed: Date.now(), current: true };
const ours: Portal = { id: 'p1', name: 'Portal', accountSessions: true, accountSecondFactor: true };

async function open(answers: Record<string, object>, parts: { user?: PortalUser; portal?: Portal } = {}) {
  const log = fakeFetch({
    '/sessions': {
      sessions: [session, { ...session, id: 's2', app: null, agent: 'Field tool 1', current: false }],
    },
    '/secondFactor': { enabled: false, app: false, since: null, recoveryCodes: 0, available: true },
    '/passkeys': { passkeys: [], available: true },
    '/securityActivity': { activity: [] },
    '/portals/regions': () => [
      { region: 'WO', name: 'World', localizedName: 'World' },
      { region: 'KZ', name: 'Kazakhstan', localizedName: 'Kazakhstan' },
    ],
    ...answers,
  });
  const context = await fakeContext({ signedIn: true, user, portal: ours, ...parts });
  const posts = () => log.filter(({ method }) => method === 'POST');
  return { ...show(<ProfileView />, { context }), log, posts, context };
}

const part = async (screen: Awaited<ReturnType<typeof open>>['screen'], name: string) =>
  within(await screen.findByRole('region', { name }));

beforeEach(() => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }));
});
afterEach(() => vi.unstubAllGlobals());

describe('the security list', () => {
  const event = { id: 2, act: 'person.new-browser', at: 0, by: null, detail: { app: 'Map', agent: firefox } };
  const activity = [event, { id: 1, act: 'person.role-changed', at: 0, by: 'olga', detail: {} }];

  it('names what happened and who did it', async () => {
    const { screen } = await open({ '/securityActivity': { activity } });
    const list = await part(screen, 'Security');
    const rows = await list.findAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Sign-in with a new browser .* · Map · Firefox · Windows$/),
      expect.stringMatching(/^Role changed .* · by olga$/),
    ]);
  });

  it('shows few failed sign-ins at first, which anyone can make, and all on request', async () => {
    const failures = [9, 8, 7, 6, 5].map((id) => ({ ...event, id, act: 'person.sign-in-failed' }));
    const { screen, person } = await open({ '/securityActivity': { activity: [...failures, ...activity] } });
    const list = await part(screen, 'Security');
    expect(await list.findAllByRole('listitem')).toHaveLength(4);
    expect(list.getByText('Role changed')).toBeDefined();
    await person.click(list.getByRole('button', { name: /3/ }));
    expect(list.getAllByRole('listitem')).toHaveLength(7);
  });

  it('ends all other sessions and leads to the password when it was someone else', async () => {
    const { screen, person, posts } = await open({
      '/securityActivity': { activity },
      '/endSessions': { success: true },
    });
    const list = await part(screen, 'Security');
    await person.click(await list.findByRole('button', { name: 'This wasn’t me' }));
    expect(await list.findByText(/Now change your password/)).toBeDefined();
    expect(posts()[0]).toMatchObject({ params: { keepCurrent: 'true' } });
    expect(screen.getByLabelText(/^Current password/)).toBe(document.activeElement);
  });
});

describe('the profile', () => {
  it('is saved as a whole, and emptied fields are cleared', async () => {
    const { screen, person, posts } = await open({ '/update': { success: true } });
    const form = await part(screen, 'About you');
    await person.type(form.getByRole('textbox', { name: 'Full name' }), ' King');
    await person.clear(form.getByRole('textbox', { name: 'Description' }));
    await person.click(form.getByRole('combobox', { name: 'Units' }));
    await person.click(screen.getByRole('option', { name: 'US standard' }));
    await person.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Profile saved.')).toBeDefined();
    expect(posts()[0]).toMatchObject({
      path: expect.stringMatching(/community\/users\/ada\/update$/),
      params: {
        fullName: 'Ada Lovelace King',
        description: '',
        tags: 'maps, engines',
        units: 'english',
        clearEmptyFields: 'true',
      },
    });
  });

  it('is not lost to signing out without a question', async () => {
    const { screen, person } = await open({});
    const form = await part(screen, 'About you');
    expect(wouldLose('page')).toBe(false);
    await person.type(form.getByRole('textbox', { name: 'Full name' }), ' King');
    const leave = vi.fn<() => void>();
    act(() => whenMayLeave('page', leave));
    await person.click(await screen.findByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(leave).not.toHaveBeenCalled();
    const asksBrowser = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(asksBrowser()).toBe(true);
    act(() => whenMayLeave('page', leave));
    await person.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => expect(leave).toHaveBeenCalledOnce());
    expect(asksBrowser()).toBe(false);
  });

  it('offers the portal’s regions, and the portal’s default when none is selected', async () => {
    const { units: _none, ...undecided } = user;
    const { screen, person, posts } = await open(
      { '/update': { success: true } },
      { user: undecided, portal: { ...ours, region: 'WO', units: 'english' } },
    );
    const form = await part(screen, 'About you');
    expect(form.getByRole('combobox', { name: 'Units' }).textContent).toBe('US standard');
    await waitFor(() => expect(form.getByRole('combobox', { name: 'Region' }).textContent).toBe('World'));
    await person.click(form.getByRole('combobox', { name: 'Region' }));
    await person.click(screen.getByRole('option', { name: 'Kazakhstan' }));
    await person.click(form.getByRole('button', { name: 'Save' }));
    await form.findByText('Profile saved.');
    expect(posts()[0]?.params).toMatchObject({ region: 'KZ', units: 'english' });
  });

  it('keeps a region the portal does not list', async () => {
    const { screen } = await open(
      { '/portals/regions': { error: { code: 500, message: 'x' } } },
      { user: { ...user, region: 'KZ' } },
    );
    const form = await part(screen, 'About you');
    expect(form.getByRole('combobox', { name: 'Region' }).textContent).toBe('Kazakhstan');
  });

  it('keeps the input when saving fails, and shows why', async () => {
    const { screen, person } = await open({
      '/update': { error: { code: 400, message: 'Invalid profile details.', details: [] } },
    });
    const form = await part(screen, 'About you');
    await person.type(form.getByRole('textbox', { name: 'Full name' }), '!');
    await person.click(form.getByRole('button', { name: 'Save' }));
    expect((await form.findByRole('alert')).textContent).toContain('Invalid profile details.');
    expect((form.getByRole('textbox', { name: 'Full name' }) as HTMLInputElement).value).toBe(
      'Ada Lovelace!',
    );
  });

  it('prompts visitors to sign in', async () => {
    fakeFetch({});
    const context = await fakeContext();
    const { screen, person } = show(<ProfileView />, { context });
    await person.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(context.signIn).toHaveBeenCalledOnce();
  });
});

describe('two-step verification', () => {
  const on = { enabled: true, app: true, since: Date.now(), recoveryCodes: 9, available: true };

  it('is set up with the password, a key to scan and a first code, and shows recovery codes once', async () => {
    const { screen, person, posts } = await open({
      '/secondFactor/add': { secret: 'ABCDEFGH', address: 'otpauth://totp/x' },
      '/secondFactor/enable': { recoveryCodes: ['one-code', 'two-code'] },
    });
    const form = await part(screen, 'Two-step verification');
    await person.click(await form.findByRole('button', { name: 'Set up' }));
    expect(document.activeElement).toBe(form.getByLabelText(/^Current password/));
    await person.type(form.getByLabelText(/^Current password/), 'old secret');
    await person.click(form.getByRole('button', { name: 'Continue' }));
    expect(await form.findByTitle('QR code of the key')).toBeDefined();
    expect((form.getByLabelText('Key') as HTMLInputElement).value).toBe('ABCD EFGH');
    expect(document.activeElement).toBe(form.getByLabelText(/^Code/));
    await person.type(form.getByLabelText(/^Code/), '123456');
    await person.click(form.getByRole('button', { name: 'Turn on' }));
    const codes = await form.findByRole('list', { name: 'Recovery codes' });
    expect(codes.textContent).toBe('one-codetwo-code');
    expect(posts().map(({ params }) => params)).toMatchObject([
      { password: 'old secret' },
      { code: '123456' },
    ]);
    await person.click(form.getByRole('button', { name: 'I have saved them' }));
    expect(form.queryByText('one-code')).toBeNull();
    const region = screen.getByRole('region', { name: 'Two-step verification' });
    await waitFor(() => expect(document.activeElement).toBe(region));
  });

  it('is turned off with password and code, and shows why not', async () => {
    const { screen, person, posts } = await open({
      '/secondFactor': on,
      '/secondFactor/remove': { error: { code: 400, message: 'The code is wrong.', details: [] } },
    });
    const form = await part(screen, 'Two-step verification');
    expect(await form.findByText(/9 recovery codes are left/)).toBeDefined();
    await person.click(form.getByRole('button', { name: 'Turn off' }));
    await person.type(form.getByLabelText(/^Current password/), 'old secret');
    await person.type(form.getByLabelText(/^Code/), '123456');
    await person.click(form.getByRole('button', { name: 'Turn off' }));
    expect(await form.findByText('The code is wrong.')).toBeDefined();
    expect(posts()[0]?.params).toMatchObject({ password: 'old secret', code: '123456' });
  });

  it('is not offered where the installation cannot store it', async () => {
    const { screen } = await open({
      '/secondFactor': { ...on, enabled: false, app: false, available: false },
    });
    const form = await part(screen, 'Two-step verification');
    expect(await form.findByText(/not available on this installation/)).toBeDefined();
    expect(form.queryByRole('button')).toBeNull();
  });
});

describe('passkeys', () => {
  const laptop = { id: 'k1', name: 'Office laptop', synced: true, created: 0, lastUsed: null };
  const browser = (create: () => Promise<object>) => {
    vi.stubGlobal('PublicKeyCredential', { parseCreationOptionsFromJSON: (options: object) => options });
    vi.stubGlobal('navigator', Object.assign(navigator, { credentials: { create } }));
  };
  const answers = {
    '/passkeys': { passkeys: [laptop], available: true },
    '/passkeys/options': { challenge: 'abc' },
  };

  it('are created by the browser, and the recovery codes are shown once', async () => {
    browser(async () => ({ toJSON: () => ({ id: 'new' }) }));
    const codes = { passkey: laptop, recoveryCodes: ['one-code'] };
    const { screen, person, posts } = await open({ ...answers, '/passkeys/add': codes });
    const section = await part(screen, 'Passkeys');
    await person.click(await section.findByRole('button', { name: 'Add a passkey' }));
    await person.type(section.getByLabelText(/^Current password/), 'secret');
    await person.click(section.getByRole('button', { name: 'Create passkey' }));
    expect((await section.findByRole('list', { name: 'Recovery codes' })).textContent).toBe('one-code');
    expect(posts().map(({ params }) => params)).toMatchObject([
      { password: 'secret' },
      { passkey: '{"id":"new"}' },
    ]);
  });

  it('are not created when the user cancels, and the form stays', async () => {
    browser(() => Promise.reject(new DOMException('No', 'NotAllowedError')));
    const { screen, person } = await open(answers);
    const section = await part(screen, 'Passkeys');
    await person.click(await section.findByRole('button', { name: 'Add a passkey' }));
    await person.type(section.getByLabelText(/^Current password/), 'secret');
    await person.click(section.getByRole('button', { name: 'Create passkey' }));
    expect((await section.findByRole('alert')).textContent).toContain('No passkey was created.');
    expect(section.getByRole('button', { name: 'Create passkey' })).toBeDefined();
  });

  it('are removed with the password; a browser without passkeys explains that it cannot add one', async () => {
    vi.stubGlobal('PublicKeyCredential', undefined);
    const { screen, person, posts } = await open({ ...answers, '/passkeys/k1/remove': { success: true } });
    const section = await part(screen, 'Passkeys');
    expect(await section.findByText('This browser can’t create passkeys.')).toBeDefined();
    const name = 'Remove the passkey “Office laptop”';
    await person.click(section.getByRole('button', { name }));
    expect(document.activeElement).toBe(section.getByLabelText(/^Current password/));
    await person.type(section.getByLabelText(/^Current password/), 'secret');
    await person.click(section.getAllByRole('button', { name }).at(-1)!);
    await vi.waitFor(() => expect(posts()[0]?.params).toMatchObject({ password: 'secret' }));
  });
});

describe('with a second factor', () => {
  const on = { enabled: true, app: true, since: Date.now(), recoveryCodes: 9, available: true };
  const laptop = { id: 'k1', name: 'Office laptop', synced: true, created: 0, lastUsed: null };
  const passkeys = { passkeys: [laptop], available: true, confirm: { challenge: 'abc' } };

  it('a passkey is removed with a code too', async () => {
    const answers = { '/secondFactor': on, '/passkeys': passkeys, '/passkeys/k1/remove': { success: true } };
    const { screen, person, posts } = await open(answers);
    const section = await part(screen, 'Passkeys');
    const name = 'Remove the passkey “Office laptop”';
    await person.click(await section.findByRole('button', { name }));
    await person.type(section.getByLabelText(/^Current password/), 'secret');
    await person.type(await section.findByLabelText(/^Code/), '123456');
    await person.click(section.getAllByRole('button', { name }).at(-1)!);
    await vi.waitFor(() => expect(posts()[0]?.params).toMatchObject({ password: 'secret', code: '123456' }));
  });

  it('that is a passkey, the password is changed with its signature, and with a code if that fails', async () => {
    const get = vi
      .fn<() => Promise<object>>()
      .mockRejectedValueOnce(new DOMException('No', 'NotAllowedError'))
      .mockResolvedValue({ toJSON: () => ({ id: 'k1' }) });
    vi.stubGlobal('PublicKeyCredential', { parseRequestOptionsFromJSON: (options: object) => options });
    vi.stubGlobal('navigator', Object.assign(navigator, { credentials: { get } }));
    const answers = {
      '/secondFactor': { ...on, app: false },
      '/passkeys': passkeys,
      '/reset': { success: true },
    };
    const change = async (code?: string) => {
      const { screen, person, posts } = await open(answers);
      const form = await part(screen, 'Password');
      await screen.findByText(/9 recovery codes are left/);
      await person.type(form.getByLabelText(/^Current password/), 'old secret');
      await person.type(form.getByLabelText(/^New password/), 'new secret');
      await person.click(form.getByRole('button', { name: 'Change password' }));
      if (code !== undefined) {
        await person.type(await form.findByLabelText(/^Code/), code);
        await person.click(form.getByRole('button', { name: 'Change password' }));
      }
      expect(await form.findByText(/Password changed/)).toBeDefined();
      return posts()[0]?.params;
    };
    const wanted = { password: 'old secret', newPassword: 'new secret' };
    expect(await change('one-code')).toMatchObject({ ...wanted, code: 'one-code' });
    cleanup();
    expect(await change()).toMatchObject({ ...wanted, assertion: '{"id":"k1"}' });
  });
});

describe('changing the password', () => {
  const change = async (answer: object) => {
    const shown = await open({ '/reset': answer });
    const form = await part(shown.screen, 'Password');
    await shown.person.type(form.getByLabelText(/^Current password/), 'old secret');
    await shown.person.type(form.getByLabelText(/^New password/), 'new secret');
    const button = form.getByRole<HTMLButtonElement>('button', { name: 'Change password' });
    await waitFor(() => expect(button.disabled).toBe(false));
    await shown.person.click(button);
    return { ...shown, form };
  };

  it('succeeds, and clears the fields', async () => {
    const { form, posts } = await change({ success: true });
    expect(await form.findByText(/Password changed/)).toBeDefined();
    expect(posts()[0]?.params).toMatchObject({ password: 'old secret', newPassword: 'new secret' });
    expect((form.getByLabelText(/^New password/) as HTMLInputElement).value).toBe('');
  });

  it('reports a wrong password', async () => {
    const { form } = await change({
      error: { code: 400, message: 'The current password is wrong.', details: [] },
    });
    expect((await form.findByRole('alert')).textContent).toContain('The current password is wrong');
  });

  it('is unavailable for users of an external directory', async () => {
    const { screen } = await open({}, { user: { ...user, provider: 'enterprise' } });
    await screen.findByRole('region', { name: 'About you' });
    expect(screen.queryByRole('region', { name: 'Password' })).toBeNull();
  });
});

describe('sessions', () => {
  it('are listed with device and application; another one is ended, this one signs out', async () => {
    const { screen, person, posts, context } = await open({ '/end': { success: true } });
    const list = await part(screen, 'Where you are signed in');
    await person.click(await list.findByRole('button', { name: 'Sign out: Field tool 1' }));
    await waitFor(() => expect(posts()[0]?.path).toMatch(/\/sessions\/s2\/end$/));
    await waitFor(() => expect(list.getByRole('status').textContent).toBe('Signed out: Field tool 1'));
    await person.click(list.getByRole('button', { name: 'Sign out: Mapping · Firefox · Windows' }));
    expect(context.signOut).toHaveBeenCalledExactlyOnceWith('menu');
  });

  it('on other devices are ended together', async () => {
    const { screen, person, posts } = await open({ '/endSessions': { success: true } });
    const list = await part(screen, 'Where you are signed in');
    await person.click(await list.findByRole('button', { name: 'Sign out everywhere else' }));
    await waitFor(() => expect(posts()[0]?.params['keepCurrent']).toBe('true'));
  });

  it('that could not be listed can be retried', async () => {
    const failing = { error: { code: 500, message: 'Broken', details: [] } };
    const { screen, person } = await open({ '/sessions': [failing, { sessions: [session] }] });
    const list = await part(screen, 'Where you are signed in');
    await person.click(await list.findByRole('button', { name: 'Try again' }));
    expect(await list.findByText('This session')).toBeDefined();
  });

  it('are hidden where the portal does not report them', async () => {
    const { screen } = await open({}, { portal: { id: 'p1', name: 'Enterprise' } });
    await screen.findByRole('region', { name: 'Password' });
    expect(screen.queryByRole('region', { name: 'Where you are signed in' })).toBeNull();
  });
});

describe('a device', () => {
  it.each([
    [firefox, 'Firefox · Windows'],
    [
      'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
      'Chrome · Android',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
      'Edge · Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile Safari/604.1',
      'Safari · iOS',
    ],
    ['Field tool 1', 'Field tool 1'],
    ['', ''],
  ])('with user agent %j is %j', (agent, expected) => {
    expect(deviceOf(agent)).toBe(expected);
  });
});
