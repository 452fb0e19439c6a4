import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MappingError } from '../../../../wire/errors.ts';
import { portalError } from '../../../portal/portal-error.ts';
import { SaveProblem } from './save-panel.tsx';
import { type Saving, SavingContext } from './saving-context.ts';

async function rig(problem: Error, { signedIn = true, mayOverwrite = true, kept = true } = {}) {
  const save = vi.fn<() => Promise<boolean>>(async () => true);
  const context = await fakeContext({ signedIn });
  const saving = { status: 'idle', mayOverwrite, kept, save } as unknown as Saving;
  const piece = (
    <SavingContext value={saving}>
      <SaveProblem problem={problem} />
    </SavingContext>
  );
  return { ...show(piece, { context }), save, context };
}

const failed = (status: number) => new MappingError('portal:unavailable', 'Away.', { status });

describe('a failed save', () => {
  it('reports an unavailable database and that the work is stored, and retries', async () => {
    const { person, save } = await rig(failed(503));
    const alert = screen.getByRole('alert').textContent;
    expect(alert).toContain('Couldn’t save the map');
    expect(alert).toContain('The portal is temporarily unavailable. Try again in a minute.');
    expect(alert).toContain('Your work is stored');
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(save).toHaveBeenCalledOnce();
  });

  it('reports a server that does not respond, such as during a restart', async () => {
    await rig(portalError(new TypeError('Failed to fetch')));
    expect(screen.getByRole('alert').textContent).toContain('Can’t reach the portal.');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
  });

  it('does not claim that the work is stored where the device stores nothing', async () => {
    await rig(failed(503), { kept: false });
    expect(screen.getByRole('alert').textContent).not.toContain('stored');
  });

  it.each([
    ['saving:newer-version', 'Someone else saved this map'],
    ['saving:saved-elsewhere', 'You saved this map in another tab or window'],
  ])('%s: says who saved the newer version, and offers to replace it', async (id, text) => {
    const cause = { id: 'm1', modified: 8 };
    const { person, save } = await rig(new MappingError(id, 'Saved.', { status: 409, cause }));
    expect(screen.getByRole('alert').textContent).toContain(text);
    await person.click(screen.getByRole('button', { name: 'Replace the other version' }));
    expect(save).toHaveBeenCalledWith({ overwrite: true });
  });

  it('leaves the retry to the form below for a map the user may not overwrite', async () => {
    await rig(failed(503), { mayOverwrite: false });
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('offers a new sign-in when the session has ended', async () => {
    const ended = new MappingError('portal:invalid-token', 'Ended.', { status: 498 });
    const { person, context } = await rig(ended, { signedIn: false });
    await person.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(context.signIn).toHaveBeenCalledOnce();
  });
});
