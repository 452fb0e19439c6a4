import { waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ada, fakeContext } from '../../../../../../testing/web/fake-context.ts';
import { fakeFetch } from '../../../../../../testing/web/fake-fetch.ts';
import { show } from '../../../../../../testing/web/render.tsx';
import { RolesList } from './roles-list.tsx';

afterEach(() => vi.unstubAllGlobals());

const field = { id: 'field', name: 'Field worker', description: 'Collects outside' };
const refusal = (message: string) => ({ error: { code: 400, message, details: [] } });

async function open(more: Parameters<typeof fakeFetch>[0] = {}, parts: object = {}) {
  const log = fakeFetch({
    '/portals/self/roles': { roles: [field] },
    '/roles/field/privileges': { privileges: ['features:user:edit', 'portal:user:createItem'] },
    ...more,
  });
  const portal = { id: 'p1', name: 'Portal', accountLinks: true };
  const context = await fakeContext({ signedIn: true, isAdmin: true, portal, ...parts });
  const shown = show(<RolesList />, { context });
  await shown.screen.findByText('Field worker');
  const sent = (end: string) => log.filter(({ path }) => path.endsWith(end)).map(({ params }) => params);
  return { ...shown, sent };
}

describe('roles', () => {
  it('are created with readable privileges; after a failure only what is missing is sent again', async () => {
    const { screen, person, sent } = await open({
      '/createRole': { success: true, id: 'r2' },
      '/roles/r2/update': { success: true },
      '/roles/r2/setPrivileges': [refusal('Broken.'), { success: true }],
    });
    await person.click(screen.getByRole('button', { name: 'New role' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New role' }));
    await person.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Editors');
    await person.click(dialog.getByRole('checkbox', { name: 'Features: All' }));
    await person.click(dialog.getByRole('checkbox', { name: 'Create groups' }));
    await person.click(dialog.getByRole('button', { name: 'Create role' }));
    expect(await dialog.findByText('Broken.')).toBeDefined();
    await person.click(dialog.getByRole('button', { name: 'Create role' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent('/createRole')).toHaveLength(1);
    expect(JSON.parse(sent('/setPrivileges').at(-1)?.['privileges'] ?? '')).toEqual({
      privileges: ['features:user:edit', 'features:user:fullEdit', 'portal:user:createGroup'],
    });
  });

  it('that ArcGIS itself defines are copied, not changed', async () => {
    const viewer = { id: 'iAAAAAAAAAAAAAAA', name: 'Viewer', description: '' };
    const { screen } = await open({ '/portals/self/roles': { roles: [field, viewer] } });
    expect(await screen.findByRole('button', { name: 'Copy Viewer' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Edit Viewer' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete Viewer' })).toBeNull();
  });

  it('are changed from what they allow now', async () => {
    const { screen, person, sent } = await open({
      '/roles/field/update': { success: true },
      '/roles/field/setPrivileges': { success: true },
    });
    await person.click(screen.getByRole('button', { name: 'Edit Field worker' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Field worker' }));
    const create = await dialog.findByRole<HTMLInputElement>('checkbox', {
      name: 'Create maps and other items',
    });
    expect(create.checked).toBe(true);
    await person.click(create);
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(sent('/setPrivileges')).toHaveLength(1));
    expect(sent('/setPrivileges')[0]?.['privileges']).toBe('{"privileges":["features:user:edit"]}');
  });

  it('are described only once what they allow is known, which would discard a description', async () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    const { screen, person } = await open({ '/roles/field/privileges': () => promise });
    await person.click(screen.getByRole('button', { name: 'Edit Field worker' }));
    const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Name/ });
    expect(name().disabled).toBe(true);
    resolve({ privileges: ['features:user:edit'] });
    await waitFor(() => expect(name().disabled).toBe(false));
  });

  it('are copied, also built-in ones of the embedded portal', async () => {
    const { screen, person } = await open();
    await person.click(screen.getByRole('button', { name: 'Copy Field worker' }));
    const own = within(await screen.findByRole('dialog', { name: 'New role' }));
    await own.findByText('Privileges: 2');
    expect(own.getByDisplayValue('Field worker (copy)')).toBeDefined();
    await person.click(own.getByRole('button', { name: 'Cancel' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await person.click(screen.getByRole('button', { name: 'Copy Publisher' }));
    const copied = within(await screen.findByRole('dialog', { name: 'New role' }));
    expect(copied.getByText('Privileges: 15')).toBeDefined();
  });

  it('stay, with the reason, when the portal refuses to delete them', async () => {
    const { screen, person } = await open({
      '/roles/field/delete': refusal('2 users have the role “Field worker”. Give them another role first.'),
    });
    await person.click(screen.getByRole('button', { name: 'Delete Field worker' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete the role Field worker?' }));
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('2 users have the role');
  });

  it('of other portals offer what their administrators hold, by its name where it has none here', async () => {
    const user = { ...ada, privileges: ['portal:user:createItem', 'premium:user:geocode'] };
    const { screen, person } = await open({}, { user, portal: { id: 'p1', name: 'Portal' } });
    expect(screen.queryByRole('button', { name: 'Copy Publisher' })).toBeNull();
    await person.click(screen.getByRole('button', { name: 'New role' }));
    const names = (await screen.findAllByRole('checkbox')).map((box) => box.closest('label')?.textContent);
    expect(names).toEqual(['Content', 'Create maps and other items', 'Others', 'premium:user:geocode']);
  });
});
