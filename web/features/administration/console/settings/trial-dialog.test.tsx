import { waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AppConfig, type AppConfigInput, appConfigSchema } from '../../../../../wire/app-config.ts';
import { trialHeader, type TrialSignIn } from '../../../../../wire/administration.ts';
import { fakeContext } from '../../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../../testing/web/fake-fetch.ts';
import { fakePage } from '../../../../../testing/web/fake-page.ts';
import { show } from '../../../../../testing/web/render.tsx';
import { apiClient } from '../../../../api/api-client.ts';
import { returnTrialCode } from '../../../../portal/session/trial-sign-in.ts';
import { AdministrationView } from '../administration-view.tsx';

const now = appConfigSchema.parse({ portal: { url: '/portal', appId: 'app1', adminGroupId: 'admins' } });
const opened: URL[] = [];
const usual = { ...apiClient.defaults };

beforeEach(() => {
  opened.length = 0;
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('open', (address: string) => void opened.push(new URL(address)));
  fakeFetch({ '/community/groups': { results: [] } });
});
afterEach(() => {
  Object.assign(apiClient.defaults, usual);
  vi.unstubAllGlobals();
});

/** A server that requires a trial for another portal, and accepts the code `right`. */
function serve(earlier: AppConfigInput) {
  let config = now;
  const saved: AppConfig[] = [];
  const trials: (TrialSignIn | undefined)[] = [];
  const state = { saved, trials, held: Promise.resolve() };
  const json = (body: object, status = 200) =>
    Response.json(body, { status, headers: { etag: `"${saved.length + 1}"` } });
  const answer = async (request: Request): Promise<Response> => {
    const path = new URL(request.url).pathname.replace('/api/demo/administration/', '');
    if (path === 'revisions')
      return json({
        current: 2,
        revisions: [1, 2].map((revision) => ({ revision, author: 'ada', savedAt: 0, changes: [] })),
      });
    const other = appConfigSchema.parse(earlier);
    if (path === 'revisions/1') return json({ config: other, revision: 1, author: 'ada', savedAt: 0 });
    if (request.method === 'GET') return json({ config, revision: 2, author: 'ada', savedAt: 0 });
    const given = request.headers.get(trialHeader);
    const trial = given === null ? undefined : (JSON.parse(atob(given)) as TrialSignIn);
    trials.push(trial);
    if (trial) await state.held;
    if (!trial) return json({ id: 'config:sign-in-needed', detail: 'Sign in first.' }, 409);
    if (trial.code !== 'right') {
      const faults = [{ path: 'portal.adminGroupId', message: 'zoe is not in this group.' }];
      return json({ id: 'config:invalid', detail: 'The configuration has a fault.', faults }, 400);
    }
    config = path === 'config' ? ((await request.json()) as AppConfig) : other;
    saved.push(config);
    return json({ config, revision: 3, author: 'ada', savedAt: 0 });
  };
  Object.assign(apiClient.defaults, {
    adapter: 'fetch',
    baseURL: 'http://maps.example/api',
    env: {
      fetch: async (input: Request | string, init?: RequestInit) => answer(new Request(input, init)),
      Request,
      Response,
    },
  });
  return state;
}

async function openPage(page: string) {
  return show(<AdministrationView GroupDialog={() => null} />, {
    context: await fakeContext(),
    at: `/demo/administration?page=${page}`,
  });
}

type Shown = Awaited<ReturnType<typeof openPage>>;

async function signInThere({ screen, person }: Shown, code: string) {
  const count = opened.length;
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign in with the new settings' }));
  const button = dialog.getByRole('button', { name: 'Sign in' }) as HTMLButtonElement;
  await waitFor(() => expect(button.disabled).toBe(false));
  await person.click(button);
  await waitFor(() => expect(opened).toHaveLength(count + 1));
  const state = opened.at(-1)?.searchParams.get('state') ?? '';
  const { page } = fakePage(`http://localhost/demo/signed-in?${new URLSearchParams({ state, code })}`);
  returnTrialCode(page);
  return dialog;
}

describe('another App ID', () => {
  it('is saved only after a sign-in with it; a rejected one can be retried', async () => {
    const { saved, trials } = serve(now);
    const shown = await openPage('portal');
    const { screen, person } = shown;
    const field = await screen.findByDisplayValue('app1');
    await person.clear(field);
    await person.type(field, 'app2');
    await person.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = await signInThere(shown, 'wrong');
    expect((await dialog.findByRole('alert')).textContent).toContain('zoe is not in this group.');
    expect(saved).toEqual([]);
    await signInThere(shown, 'right');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(saved.map(({ portal }) => portal.appId)).toEqual(['app2']);
    expect(opened.map(({ searchParams }) => searchParams.get('client_id'))).toEqual(['app2', 'app2']);
    const [first, second, third] = trials;
    expect(first).toBeUndefined();
    expect(second?.codeVerifier).not.toBe(third?.codeVerifier);
  });

  it('cannot be cancelled while it is saved, so that a refusal shows', async () => {
    const server = serve(now);
    const { promise, resolve } = Promise.withResolvers<void>();
    server.held = promise;
    const shown = await openPage('portal');
    const { screen, person } = shown;
    await person.type(await screen.findByDisplayValue('app1'), '2');
    await person.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = await signInThere(shown, 'wrong');
    const cancel = dialog.getByRole<HTMLButtonElement>('button', { name: 'Cancel' });
    await waitFor(() => expect(cancel.disabled).toBe(true));
    await person.keyboard('{Escape}');
    resolve();
    expect((await dialog.findByRole('alert')).textContent).toContain('zoe is not in this group.');
    expect(cancel.disabled).toBe(false);
  });

  it('stays unsaved in the form when the sign-in is cancelled', async () => {
    const { saved } = serve(now);
    const { screen, person } = await openPage('portal');
    await person.type(await screen.findByDisplayValue('app1'), '2');
    await person.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByDisplayValue('app12')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(saved).toEqual([]);
  });
});

describe('an earlier revision with another portal', () => {
  it('is restored by a sign-in there', async () => {
    const { saved } = serve({ portal: { url: 'https://old.example/arcgis', appId: 'old-app' } });
    const shown = await openPage('revisions');
    await shown.person.click(await shown.screen.findByRole('button', { name: 'Restore: Revision 1' }));
    await signInThere(shown, 'right');
    await waitFor(() => expect(shown.screen.queryByRole('dialog')).toBeNull());
    expect(opened[0]?.host).toBe('old.example');
    expect(saved.map(({ portal }) => portal.appId)).toEqual(['old-app']);
  });
});
