import { waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openGrace, openPeople, team } from '../../../../../testing/web/open-people-rig.tsx';

afterEach(() => vi.unstubAllGlobals());

type Shown = Awaited<ReturnType<typeof openPeople>>;

const refusal = { error: { code: 400, message: 'Nobody would be left to administer town.', details: [] } };

/** A response that the test sends when it chooses. */
function held() {
  const { promise, resolve } = Promise.withResolvers<object>();
  return { answer: () => promise, resolve };
}

/** Tries to close the dialog without its buttons. */
async function dismiss({ person, screen }: Pick<Shown, 'person' | 'screen'>, name: string) {
  await person.keyboard('{Escape}');
  const dialog = screen.getByRole('dialog', { name });
  await person.click(dialog.closest('.MuiDialog-container') ?? dialog);
  return within(screen.getByRole('dialog', { name }));
}

const isGone = ({ screen }: Pick<Shown, 'screen'>, name: string) =>
  waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull());

describe('a secret that is shown once', () => {
  it('to add a person is lost neither while it is created nor by a click outside', async () => {
    const invite = held();
    const shown = await openPeople({ '/invite': invite.answer });
    const { screen, person } = shown;
    await person.click(screen.getByRole('button', { name: 'Add a person' }));
    await person.click(screen.getByRole('button', { name: 'Create link' }));
    const asked = await dismiss(shown, 'Add a person');
    expect(asked.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true);
    invite.resolve({ success: true, notInvited: [], invitations: [{ link: 'way-in', expires: 0 }] });
    await screen.findByRole('textbox', { name: 'Link' });
    const added = await dismiss(shown, screen.getByRole('dialog').querySelector('h2')?.textContent ?? '');
    expect(added.getByRole<HTMLTextAreaElement>('textbox', { name: 'Link' }).value).toContain('way-in');
    await person.click(added.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('to reset a password likewise', async () => {
    const reset = held();
    const name = 'Reset the password of Grace Hopper?';
    const shown = await openGrace({ '/reset': reset.answer });
    const { dialog, screen, person } = shown;
    await person.click(dialog.getByRole('button', { name: 'Reset password' }));
    const ask = within(await screen.findByRole('dialog', { name }));
    await person.click(ask.getByRole('button', { name: 'Reset password' }));
    const asked = await dismiss(shown, name);
    expect(asked.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true);
    reset.resolve({ success: true, link: 'secret', expires: 0 });
    await asked.findByRole('textbox', { name: 'Link' });
    const made = await dismiss(shown, name);
    await person.click(made.getByRole('button', { name: 'Done' }));
    await isGone(shown, name);
    expect(screen.getByRole('dialog', { name: 'Grace Hopper' })).toBeDefined();
  });
});

describe('a change that is refused after one tried to close its dialog is reported', () => {
  it.each([
    ['role', '/updateUserRole'],
    ['group', '/removeUsers'],
    ['account', '/disable'],
  ] as const)('of the %s of a person', async (what, path) => {
    const change = held();
    const shown = await openGrace({ [path]: change.answer });
    const { dialog, screen, person } = shown;
    if (what === 'role') {
      await person.click(dialog.getByRole('combobox', { name: 'Role' }));
      await person.click(screen.getByRole('option', { name: 'Field worker' }));
    } else if (what === 'group') {
      dialog.getByRole('button', { name: 'Remove from Team' }).focus();
      await person.keyboard('{Delete}');
    } else await person.click(dialog.getByRole('button', { name: 'Disable' }));
    const done = dialog.getByRole<HTMLButtonElement>('button', { name: 'Done' });
    await waitFor(() => expect(done.disabled).toBe(true));
    await dismiss(shown, 'Grace Hopper');
    change.resolve(refusal);
    expect((await dialog.findByRole('alert')).textContent).toContain('Nobody would be left');
    await waitFor(() => expect(done.disabled).toBe(false));
    await person.click(done);
    await isGone(shown, 'Grace Hopper');
  });

  it('that deletes a person', async () => {
    const remove = held();
    const none = { total: 0, start: 1, num: 1, nextStart: -1, results: [] };
    const name = 'Delete Grace Hopper?';
    const answers = { '/rest/search': none, '/community/groups': none, '/delete': remove.answer };
    const shown = await openGrace(answers);
    await shown.person.click(shown.dialog.getByRole('button', { name: 'Delete' }));
    const ask = within(await shown.screen.findByRole('dialog', { name }));
    await shown.person.type(await ask.findByRole('textbox', { name: 'Username' }), 'grace{Enter}');
    const asked = await dismiss(shown, name);
    expect(asked.getByRole<HTMLButtonElement>('button', { name: 'Cancel' }).disabled).toBe(true);
    remove.resolve(refusal);
    expect((await asked.findByRole('alert')).textContent).toContain('Nobody would be left');
  });

  it('that creates a group', async () => {
    const create = held();
    const shown = await openPeople({ '/createGroup': create.answer });
    const { screen, person } = shown;
    await person.click(screen.getByRole('button', { name: 'Groups' }));
    await person.click(screen.getByRole('button', { name: 'New group' }));
    await person.type(screen.getByRole('textbox', { name: 'Title' }), 'Crew');
    await person.click(screen.getByRole('button', { name: 'Create group' }));
    const asked = await dismiss(shown, 'New group');
    create.resolve(refusal);
    expect((await asked.findByRole('alert')).textContent).toContain('Nobody would be left');
  });

  it('that deletes a group, whose dialog no late answer closes', async () => {
    const remove = held();
    const yard = { ...team, id: 'yard', title: 'Yard' };
    const shown = await openPeople({
      '/community/groups': { results: [team, yard] },
      '/userList': { owner: { username: 'ada', memberType: 'owner' }, users: [], nextStart: -1, total: 0 },
      '/groups/yard/delete': remove.answer,
    });
    const { screen, person } = shown;
    await person.click(screen.getByRole('button', { name: 'Groups' }));
    await person.click(await screen.findByRole('button', { name: /Yard/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Yard' }));
    await person.click(await dialog.findByRole('button', { name: 'Delete group' }));
    await person.click(dialog.getByRole('button', { name: 'Delete group' }));
    const asked = await dismiss(shown, 'Yard');
    expect(asked.getByRole<HTMLButtonElement>('button', { name: 'Done' }).disabled).toBe(true);
    remove.resolve({ success: true });
    await isGone(shown, 'Yard');
  });
});

it('shows an error of an account no longer once another change has succeeded', async () => {
  const { dialog, person } = await openGrace({ '/disable': refusal, '/endSessions': { success: true } });
  await person.click(dialog.getByRole('button', { name: 'Disable' }));
  expect(await dialog.findByText(/Nobody would be left/)).toBeDefined();
  await person.click(dialog.getByRole('button', { name: 'Sign out everywhere' }));
  expect(await dialog.findByText('All sessions have ended.')).toBeDefined();
  expect(dialog.queryByText(/Nobody would be left/)).toBeNull();
});
