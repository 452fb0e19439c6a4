import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeContext } from '../../../../../testing/web/fake-context.ts';
import { show } from '../../../../../testing/web/render.tsx';
import { appConfigSchema, type IntegrationConfig } from '../../../../../wire/app-config.ts';
import { apiClient } from '../../../../api/api-client.ts';
import { SavedPart } from './saved-part.tsx';

const works = appConfigSchema.parse({
  integrations: [
    {
      id: 'works',
      type: 'cityworks',
      title: 'Works',
      url: 'https://works.example/',
    },
  ],
}).integrations[0] as IntegrationConfig;
const status = {
  known: ['username', 'password'],
  set: ['username'],
  for: 'server',
  updatedBy: 'ada',
  updatedAt: 0,
};

const tags: (string | null)[] = [];

/** A server that responds by method and end of the path; `asked` are the bodies it received. */
function serve(answers: Record<string, () => Response | Promise<Response>>) {
  const requested: [string, unknown][] = [];
  Object.assign(apiClient.defaults, {
    adapter: 'fetch',
    baseURL: 'http://maps.example/api',
    env: {
      fetch: async (input: Request | string, init?: RequestInit) => {
        const request = new Request(input, init);
        const name = `${request.method} ${new URL(request.url).pathname.split('/').at(-1)}`;
        requested.push([name, request.method === 'PUT' ? await request.json() : undefined]);
        tags.push(request.headers.get('if-match'));
        return (answers[name] ?? (() => Response.json({ detail: 'Nothing here' }, { status: 404 })))();
      },
      Request,
      Response,
    },
  });
  return requested;
}

async function open(answers: Record<string, () => Response | Promise<Response>>, saved = true) {
  const requested = serve({ 'GET status': () => Response.json(status), ...answers });
  return {
    ...show(<SavedPart integration={works} saved={saved} />, { context: await fakeContext() }),
    requested,
  };
}

describe('credentials', () => {
  it('show which are set and by whom, never their values', async () => {
    const { screen } = await open({});
    const username = (await screen.findByLabelText('Username')) as HTMLInputElement;
    expect([username.value, username.type]).toEqual(['', 'password']);
    expect(screen.getByText('Set. Type to replace.')).toBeDefined();
    expect(screen.getByText('Not set.')).toBeDefined();
    expect(screen.getByText(/Never sent to browsers\. Last changed by ada/)).toBeDefined();
  });

  it('are sent without empty ones, and cleared from the page', async () => {
    const { screen, person, requested } = await open({
      'PUT credentials': () => Response.json({ ...status, set: ['username', 'password'] }),
    });
    const password = (await screen.findByLabelText('Password')) as HTMLInputElement;
    await person.type(password, 'hush');
    await person.click(screen.getByRole('button', { name: 'Save credentials' }));
    expect(await screen.findByText(/Saved credentials can’t be shown again/)).toBeDefined();
    expect(requested.at(-1)).toEqual(['PUT credentials', { values: { password: 'hush' } }]);
    expect(password.value).toBe('');
  });

  it('that are typed stay when another one is removed', async () => {
    const { screen, person } = await open({
      'PUT credentials': () => Response.json({ ...status, set: [] }),
    });
    const password = await screen.findByLabelText<HTMLInputElement>('Password');
    await person.type(password, 'hush');
    await person.click(screen.getByRole('button', { name: 'Remove: Username' }));
    await waitFor(() => expect(screen.getAllByText('Not set.')).toHaveLength(2));
    expect([password.value, screen.queryByText(/Saved credentials/)]).toEqual(['hush', null]);
  });

  it('that are typed while others are saved stay, unsaved', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { screen, person, requested } = await open({
      'PUT credentials': async () => {
        await promise;
        return Response.json({ ...status, set: ['username', 'password'] });
      },
    });
    const password = await screen.findByLabelText<HTMLInputElement>('Password');
    await person.type(password, 'hush');
    await person.click(screen.getByRole('button', { name: 'Save credentials' }));
    await person.type(password, ' hush');
    resolve();
    await waitFor(() => expect(screen.queryByText('Not set.')).toBeNull());
    expect([password.value, screen.queryByText(/Saved credentials/)]).toEqual(['hush hush', null]);
    await person.click(screen.getByRole('button', { name: 'Save credentials' }));
    expect(await screen.findByText(/Saved credentials/)).toBeDefined();
    expect(requested.at(-1)?.[1]).toEqual({ values: { password: 'hush hush' } });
  });

  it('are removed individually', async () => {
    const { screen, person, requested } = await open({
      'PUT credentials': () => Response.json({ ...status, set: [] }),
    });
    await person.click(await screen.findByRole('button', { name: 'Remove: Username' }));
    await waitFor(() => expect(requested.at(-1)?.[1]).toEqual({ values: { username: null } }));
    expect(await screen.findAllByText('Not set.')).toHaveLength(2);
  });

  it('that someone else has changed meanwhile are saved only when the user saves again', async () => {
    let state = { ...status, tag: '"1"' };
    const shown = () => Response.json(state, { headers: { etag: state.tag } });
    const { screen, person } = await open({
      'GET status': shown,
      'PUT credentials': () =>
        tags.at(-1) === state.tag ? shown() : Response.json({ detail: 'Changed' }, { status: 412 }),
    });
    const password = (await screen.findByLabelText('Password')) as HTMLInputElement;
    await person.type(password, 'hush');
    state = { ...status, tag: '"2"', updatedBy: 'olga' };
    const save = screen.getByRole('button', { name: 'Save credentials' });
    await person.click(save);
    expect((await screen.findByRole('alert')).textContent).toBe('olga saved a newer revision');
    expect(password.value).toBe('hush');
    await person.click(save);
    expect(await screen.findByText(/Saved credentials can’t be shown again/)).toBeDefined();
    expect(tags.slice(-1)).toEqual(['"2"']);
  });

  it('that cannot be stored stay in the form, with the reason', async () => {
    const detail = 'This installation has no key to encrypt credentials.';
    const { screen, person } = await open({
      'PUT credentials': () => Response.json({ detail }, { status: 503 }),
    });
    const password = (await screen.findByLabelText('Password')) as HTMLInputElement;
    await person.type(password, 'hush');
    await person.click(screen.getByRole('button', { name: 'Save credentials' }));
    expect((await screen.findByRole('alert')).textContent).toContain('no key');
    expect(password.value).toBe('hush');
  });
});

describe('a connection test', () => {
  it('shows the finding and the fix', async () => {
    const found = { integration: 'works', checkedAt: 0, state: 'unauthorized', message: 'Refused' };
    const { screen, person } = await open({ 'POST check': () => Response.json(found) });
    await person.click(screen.getByRole('button', { name: /Works$/ }));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Check the credentials and their permissions.',
    );
  });

  it('requires saved settings', async () => {
    const { screen, requested } = await open({}, false);
    expect(screen.getByText(/Save the configuration before you test/)).toBeDefined();
    expect(screen.queryByRole('button')).toBeNull();
    expect(requested).toEqual([]);
  });
});
