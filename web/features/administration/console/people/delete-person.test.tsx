import { waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LoggedRequest } from '../../../../../testing/web/fake-fetch.ts';
import { openGrace, peopleAnswers } from '../../../../../testing/web/open-people-rig.tsx';

const page = (total: number) => ({ total, start: 1, num: 1, nextStart: -1, results: [] });
const handsOver = {
  id: 'p1',
  name: 'Portal',
  accountLinks: true,
  accountSessions: true,
  accountHandover: true,
};

/** The confirmation dialog, for a user with this content. */
async function ask(
  items: number,
  groups: number,
  more: Record<string, object> = {},
  portal: object = handsOver,
) {
  const shown = await openGrace(
    { '/rest/search': page(items), '/community/groups': page(groups), '/delete': { success: true }, ...more },
    portal,
  );
  await shown.person.click(shown.dialog.getByRole('button', { name: 'Delete' }));
  const dialog = within(await shown.screen.findByRole('dialog', { name: 'Delete Grace Hopper?' }));
  return { ...shown, dialog, remove: () => dialog.getByRole('button', { name: 'Delete' }) };
}

const confirm = { name: 'Username', description: 'Type grace to confirm' };

afterEach(() => vi.unstubAllGlobals());

describe('deleting a user', () => {
  it('without content confirms by username, reports the result and returns to the list', async () => {
    const { screen, dialog, person, posts, remove } = await ask(0, 0);
    expect(await dialog.findByText('Owns no items and no groups.')).toBeDefined();
    expect(dialog.queryByRole('combobox')).toBeNull();
    expect(remove()).toHaveProperty('disabled', true);
    await person.type(dialog.getByRole('textbox', confirm), 'Grace');
    expect(remove()).toHaveProperty('disabled', true);
    await person.clear(dialog.getByRole('textbox', confirm));
    await person.type(dialog.getByRole('textbox', confirm), 'grace{Enter}');
    const message = await screen.findByText('Grace Hopper was deleted.');
    expect(posts()).toEqual([
      ['/community/users/grace/delete', expect.not.objectContaining({ targetUsername: expect.anything() })],
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
    // The focused element was removed: the notice has the focus.
    expect(message.closest('[role="alert"]')).toBe(document.activeElement);
    await person.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('Grace Hopper was deleted.')).toBeNull();
  });

  it('with content transfers it to another user who can sign in', async () => {
    const { screen, dialog, person, posts, remove, log } = await ask(12, 1, {
      '/users/search': (requested: LoggedRequest) =>
        requested.params['q']?.includes('ada')
          ? {
              total: 1,
              start: 1,
              num: 1,
              nextStart: -1,
              results: [{ username: 'ada', fullName: 'Ada Lovelace' }],
            }
          : peopleAnswers['/users/search'](requested),
    });
    expect(await dialog.findByText('Owns items: 12, groups: 1.')).toBeDefined();
    expect(log.find(({ path }) => path.endsWith('/rest/search'))?.params['q']).toBe('owner:"grace"');
    await person.type(dialog.getByRole('textbox', confirm), 'grace');
    expect(remove()).toHaveProperty('disabled', true);
    await person.click(dialog.getByRole('combobox', { name: /New owner/ }));
    // Neither the deleted user nor disabled ones; the second page of users is not requested here.
    await waitFor(() => expect(screen.queryByRole('option', { name: /linus|Grace/ })).toBeNull());
    await person.type(dialog.getByRole('combobox', { name: /New owner/ }), 'ada');
    await person.click(await screen.findByRole('option', { name: 'Ada Lovelace (ada)' }));
    await person.click(remove());
    await screen.findByText('Grace Hopper was deleted. Ada Lovelace now owns the items and groups.');
    expect(posts()[0]?.[1]).toMatchObject({ targetUsername: 'ada' });
  });

  it('keeps the dialog and its input when the portal refuses, with the portal’s reason', async () => {
    const refusal = {
      error: { code: 400, message: 'Nobody would be left to administer town.', details: [] },
    };
    const { dialog, person, remove } = await ask(0, 0, { '/delete': [refusal, { success: true }] });
    await person.type(await dialog.findByRole('textbox', confirm), 'grace');
    await person.click(remove());
    expect((await dialog.findByRole('alert')).textContent).toContain('Nobody would be left');
    expect(dialog.getByRole('textbox', confirm)).toHaveProperty('value', 'grace');
  });

  it('reports that their content could not be listed, and retries', async () => {
    const { dialog, person } = await ask(0, 0, {
      '/rest/search': [{ error: { code: 500, message: 'Resting.', details: [] } }, page(3)],
    });
    expect((await dialog.findByRole('alert')).textContent).toContain('Resting.');
    expect(dialog.queryByRole('textbox', confirm)).toBeNull();
    await person.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText('Owns items: 3, groups: 0.')).toBeDefined();
  });

  it('on a portal without transfer starts with their content', async () => {
    const { dialog } = await ask(1, 0, {}, { id: 'p1', name: 'Enterprise' });
    expect(await dialog.findByText(/This portal only deletes people who own nothing/)).toBeDefined();
    expect(dialog.queryByRole('button', { name: 'Delete' })).toBeNull();
  });
});
