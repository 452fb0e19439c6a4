import { waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AppConfig, type AppConfigInput, appConfigSchema } from '../../../../wire/app-config.ts';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../testing/web/render.tsx';
import { apiClient } from '../../../api/api-client.ts';
import { AdministrationView } from './administration-view.tsx';

/** A server with one organisation; `saves` are the configs it received. */
function serve(first: AppConfigInput) {
  let config = appConfigSchema.parse(first);
  let revision = 1;
  const saves: AppConfig[] = [];
  const state = {
    saves,
    isDown: false,
    isAuditDown: false,
    /** Until when a save is under way. */
    held: Promise.resolve(),
    /** Another administrator saves. */
    change(next: AppConfigInput) {
      config = appConfigSchema.parse(next);
      revision++;
    },
  };
  const current = () =>
    new Response(JSON.stringify({ config, revision, author: 'olga', savedAt: 0 }), {
      headers: { etag: `"${revision}"`, 'content-type': 'application/json' },
    });
  const answer = async (request: Request): Promise<Response> => {
    const path = new URL(request.url).pathname.replace('/api/demo/administration/', '');
    if (state.isDown && request.method === 'GET') throw new TypeError('Failed to fetch');
    if (path.endsWith('/credentials/status'))
      return Response.json({ known: ['username', 'password'], set: [], for: 'server' });
    if (path === 'config' && request.method === 'GET') return current();
    if (path === 'config') {
      if (request.headers.get('if-match') !== `"${revision}"`) {
        return Response.json({ id: 'config:changed-meanwhile', detail: 'olga has saved' }, { status: 412 });
      }
      const body = (await request.json()) as AppConfig;
      await state.held;
      saves.push(body);
      state.change(body);
      return current();
    }
    if (path === 'revisions') {
      const changes = [{ path: 'title', before: 'Old', after: 'Town' }];
      return Response.json({ current: 2, revisions: [{ revision: 2, author: 'olga', savedAt: 0, changes }] });
    }
    if (path === 'audit') {
      if (state.isAuditDown) throw new TypeError('Failed to fetch');
      const entry = {
        id: 1,
        at: 0,
        actor: 'olga',
        act: 'config.saved',
        subject: '2',
        detail: { changed: ['title'] },
      };
      return Response.json({ entries: [entry], actors: ['olga'], acts: ['config.saved'] });
    }
    return Response.json(
      { id: 'http:not-found', detail: 'This address doesn’t lead to a page.' },
      { status: 404 },
    );
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

beforeEach(() => {
  fakeFetch({ '/community/groups': { results: [] } });
});
afterEach(() => vi.unstubAllGlobals());

async function open(page = '') {
  const shown = show(<AdministrationView GroupDialog={() => null} />, {
    context: await fakeContext(),
    at: `/demo/administration${page}`,
  });
  await shown.screen.findByRole('tab', { selected: true });
  return shown;
}

describe('the settings', () => {
  it('are a form of the schema with current values and help, and nothing to save', async () => {
    serve({ title: 'Town', theme: { primary: '#0B6AA8' } });
    const { screen } = await open();
    expect(((await screen.findByLabelText('Title')) as HTMLInputElement).value).toBe('Town');
    expect(screen.getByText('Shown in the header after “Mapping:”.')).toBeDefined();
    expect(screen.getByText('Revision 1 is current. No changes were made.')).toBeDefined();
    expect((screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement).disabled).toBe(true);
  });

  it('are validated and previewed while typing', async () => {
    serve({ title: 'Town' });
    const { screen, person } = await open();
    const title = await screen.findByLabelText('Title');
    await person.clear(title);
    await person.type(title, 'Harbour');
    const preview = screen.getByRole('group', { name: 'Preview in both themes' });
    expect(within(preview).getAllByText('Mapping: Harbour')).toHaveLength(2);
    await person.type(screen.getByRole('textbox', { name: 'Primary colour' }), 'x');
    expect(screen.getByText('Enter a colour as #rrggbb.')).toBeDefined();
    expect(screen.getByText('Fix these errors before saving: 1')).toBeDefined();
    expect((screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement).disabled).toBe(true);
    await person.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect((screen.getByLabelText('Title') as HTMLInputElement).value).toBe('Town');
  });

  it('are saved, and unsaved input survives visits to other pages', async () => {
    const server = serve({ title: 'Town' });
    const { screen, person } = await open();
    await person.type(await screen.findByLabelText('Title'), ' hall');
    await person.click(screen.getByRole('tab', { name: 'Audit log' }));
    expect(await screen.findByText('Saved the configuration')).toBeDefined();
    await person.click(screen.getByRole('tab', { name: 'Settings' }));
    await person.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/Saved as revision 2/)).toBeDefined();
    expect(server.saves.map(({ title }) => title)).toEqual(['Town hall']);
  });

  it('are not lost to a link to another page without a question', async () => {
    serve({ title: 'Town' });
    const { screen, person, router } = await open();
    await person.type(await screen.findByLabelText('Title'), ' hall');
    void router.navigate('/demo/gallery');
    await person.click(await screen.findByRole('button', { name: 'Stay' }));
    expect(router.state.location.pathname).toBe('/demo/administration');
    expect((screen.getByLabelText('Title') as HTMLInputElement).value).toBe('Town hall');
    void router.navigate('/demo/gallery');
    await person.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/demo/gallery'));
  });

  it('show a text whose name is not a language tag', async () => {
    serve({ welcome: { en: 'Welcome', x: 'Hoi' } });
    const { screen } = await open();
    expect(((await screen.findByLabelText('x')) as HTMLInputElement).value).toBe('Hoi');
  });

  it('merge two administrators’ changes and report conflicts', async () => {
    const server = serve({ title: 'Town' });
    const { screen, person } = await open();
    await person.type(await screen.findByLabelText('Title'), ' hall');
    server.change({ title: 'Olga’s', gallery: { query: 'tags:town' } });
    await person.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = await screen.findByRole('dialog', { name: 'olga saved a newer revision' });
    expect(within(dialog).getByText('tags:town')).toBeDefined();
    await person.click(within(dialog).getByRole('button', { name: 'Keep both' }));
    expect(
      await screen.findByText('Changed by both of you; the form shows your values: Title'),
    ).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.saves).toHaveLength(1));
    expect(server.saves[0]).toMatchObject({ title: 'Town hall', gallery: { query: 'tags:town' } });
  });
});

describe('a save', () => {
  it('keeps what is typed meanwhile, as changes that are still to be saved', async () => {
    const server = serve({ title: 'Town' });
    const { promise, resolve } = Promise.withResolvers<void>();
    server.held = promise;
    const { screen, person } = await open();
    const title = await screen.findByLabelText<HTMLInputElement>('Title');
    await person.type(title, ' hall');
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await person.type(title, ' square');
    resolve();
    await waitFor(() => expect(server.saves.map((saved) => saved.title)).toEqual(['Town hall']));
    expect(await screen.findByText('Unsaved changes: 1')).toBeDefined();
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    await waitFor(() => expect(save.disabled).toBe(false));
    expect([title.value, screen.queryByText(/Saved as revision/)]).toEqual(['Town hall square', null]);
    await person.click(save);
    expect(await screen.findByText(/Saved as revision 3/)).toBeDefined();
    expect(server.saves.at(-1)?.title).toBe('Town hall square');
  });

  it('shows that another administrator saved when their version cannot be loaded', async () => {
    const server = serve({ title: 'Town' });
    const { screen, person } = await open();
    await person.type(await screen.findByLabelText('Title'), ' hall');
    server.change({ title: 'Olga’s' });
    server.isDown = true;
    await person.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toContain('saved');
  });
});

describe('integration settings', () => {
  it('leave typed credentials with no other integration that moves to their place', async () => {
    const one = { id: 'one', type: 'cityworks', title: 'One', url: 'https://one.example/' } as const;
    serve({ integrations: [one, { ...one, id: 'two', title: 'Two' }] });
    const { screen, person } = await open('?page=integrations');
    const card = (name: string) => within(screen.getByRole('region', { name }));
    await screen.findByRole('region', { name: 'One' });
    await person.type(await card('One').findByLabelText('Password'), 'hush');
    await person.click(card('One').getByRole('button', { name: 'Move down' }));
    expect(((await card('Two').findByLabelText('Password')) as HTMLInputElement).value).toBe('');
  });

  it('cannot be saved while their JSON is invalid', async () => {
    const server = serve({
      integrations: [{ id: 'one', type: 'panorama', title: 'One', config: { radius: 100 } }],
    });
    const { screen, person } = await open('?page=integrations');
    await person.click(await screen.findByRole('switch', { name: 'Edit as JSON' }));
    const json = screen.getByLabelText<HTMLTextAreaElement>(/JSON\)/);
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    const type = async (text: string) => {
      await person.clear(json);
      await person.click(json);
      await person.paste(text);
    };
    await type('{ "radius": 120 }');
    expect([json.value, save.disabled]).toEqual(['{ "radius": 120 }', false]);
    await type('{ "radius": 130 ');
    expect([json.getAttribute('aria-invalid'), save.disabled]).toEqual(['true', true]);
    await type('{ "radius": 140 }');
    await person.click(save);
    await waitFor(() => expect(server.saves).toHaveLength(1));
    expect(server.saves[0]?.integrations[0]?.config).toEqual({ radius: 140 });
  });

  it('are reordered, enabled and added', async () => {
    const one = { id: 'one', type: 'url', title: 'One', url: 'https://one.example' } as const;
    const server = serve({ integrations: [one, { ...one, id: 'two', title: 'Two' }] });
    const { screen, person } = await open('?page=integrations');
    const second = await screen.findByRole('region', { name: 'Two' });
    await person.click(within(second).getByRole('button', { name: 'Move up' }));
    await person.click(screen.getByRole('switch', { name: 'Enabled: One' }));
    await person.click(screen.getByRole('button', { name: 'Add an integration' }));
    expect(screen.getByText('Enter a title.')).toBeDefined();
    const third = within(screen.getByRole('region', { name: 'integration-3' }));
    await person.type(third.getByLabelText('Address'), 'three.example/');
    await person.type(third.getByLabelText('Title'), 'Three');
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.saves).toHaveLength(1));
    expect(server.saves[0]?.integrations.map(({ title, enabled }) => [title, enabled])).toEqual([
      ['Two', true],
      ['One', false],
      ['Three', true],
    ]);
  });
});

describe('input that is saved apart from the configuration', () => {
  const works = { id: 'works', type: 'cityworks', title: 'Works', url: 'https://works.example/' } as const;

  it('is not lost to another page of the administration without a question', async () => {
    serve({ integrations: [works] });
    const { screen, person, router } = await open('?page=integrations');
    await person.type(await screen.findByLabelText('Password'), 'hush');
    const leave = () => person.click(screen.getByRole('tab', { name: 'Audit log' }));
    await leave();
    expect(await screen.findByText('Unsaved changes: 1', { selector: 'p' })).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Stay' }));
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('hush');
    void router.navigate('/demo/gallery');
    await person.click(await screen.findByRole('button', { name: 'Stay' }));
    expect(router.state.location.pathname).toBe('/demo/administration');
    await leave();
    await person.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    expect(await screen.findByText('Saved the configuration')).toBeDefined();
    await person.click(screen.getByRole('tab', { name: 'Integration health' }));
    expect(router.state.location.search).toBe('?page=health');
  });

  it('is all that another page of the administration loses', async () => {
    serve({ integrations: [works, { id: 'one', type: 'url', title: 'One', url: 'https://one.example' }] });
    const { screen, person, router } = await open('?page=integrations');
    await person.click(await screen.findByRole('switch', { name: 'Enabled: One' }));
    await person.type(await screen.findByLabelText('Password'), 'hush');
    const counted = async () => {
      const dialog = within(await screen.findByRole('dialog'));
      const text = dialog.getByText(/^Unsaved changes/).textContent;
      await person.click(dialog.getByRole('button', { name: 'Stay' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      return text;
    };
    await person.click(screen.getByRole('tab', { name: 'Audit log' }));
    expect(await counted()).toBe('Unsaved changes: 1');
    void router.navigate('/demo/gallery');
    expect(await counted()).toBe('Unsaved changes: 2');
  });
});

describe('the other pages', () => {
  it('show revisions with readable changes', async () => {
    serve({ title: 'Town' });
    const { screen } = await open('?page=revisions');
    const card = await screen.findByRole('region', { name: 'Revision 2' });
    expect(within(card).getByText('Current')).toBeDefined();
    expect(within(card).getByText('Old')).toBeDefined();
  });

  it('keep the filters of the audit log when its request fails', async () => {
    const server = serve({});
    const { screen, person } = await open('?page=audit');
    await screen.findByText('Saved the configuration');
    server.isAuditDown = true;
    await person.click(screen.getByRole('combobox', { name: 'Action' }));
    await person.click(screen.getByRole('option', { name: 'Saved the configuration' }));
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
    expect(screen.getByRole('combobox', { name: 'Action' }).textContent).toBe('Saved the configuration');
  });

  it('report what could not be loaded, with a retry', async () => {
    serve({});
    const { screen } = await open('?page=maps');
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(2));
    for (const alert of screen.getAllByRole('alert'))
      expect(alert.textContent).toContain('This address doesn’t lead to a page.');
  });
});
