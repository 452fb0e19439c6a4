import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { show } from '../../../../testing/web/render.tsx';
import { OpenToolContext } from '../../../context/open-map.ts';
import { ada, fakeContext } from '../../../../testing/web/fake-context.ts';
import { ApplicationContext } from '../../../context/application-context.ts';
import { SaveButton, WorkActions } from './save-button.tsx';
import { type Saving, SavingContext } from './saving-context.ts';
import { unconfirmedCopy } from './use-saving-actions.ts';

function rig(parts: object = {}) {
  const save = vi.fn<() => Promise<boolean>>(async () => true);
  const openTool = vi.fn<(id: string) => void>();
  const saving = {
    ready: true,
    work: { dirty: true, changes: [] },
    mayOverwrite: true,
    status: 'idle',
    kept: false,
    withoutHistory: false,
    save,
    ...parts,
  } as unknown as Saving;
  const view = show(<Rig saving={saving} openTool={openTool} />);
  return { ...view, save, openTool };
}

/** Counts the saves, as the provider does. */
function Rig({ saving, openTool }: { saving: Saving; openTool: (id: string) => void }) {
  const [saves, setSaves] = useState(0);
  const save = async () => {
    const done = await saving.save();
    if (done) setSaves((count) => count + 1);
    return done;
  };
  return (
    <SavingContext value={{ ...saving, saves, save }}>
      <OpenToolContext value={openTool}>
        <SaveButton />
        <button onClick={() => void save()}>Save in the panel</button>
      </OpenToolContext>
    </SavingContext>
  );
}

describe('the buttons for the map as a document', () => {
  it.each([
    ['a member', { signedIn: true, user: ada }, false, true],
    ['a member who may not create items', { signedIn: true, user: { ...ada, privileges: [] } }, false, false],
    ['the same after a change', { signedIn: true, user: { ...ada, privileges: [] } }, true, true],
    ['a visitor who reads', {}, false, false],
    ['a visitor who has changed the map', {}, true, true],
  ])('of %s', async (_name, who, dirty, shown) => {
    const saving = { work: { dirty, changes: [] } } as unknown as Saving;
    show(
      <ApplicationContext value={await fakeContext(who)}>
        <SavingContext value={saving}>
          <WorkActions>
            <button>Save</button>
          </WorkActions>
        </SavingContext>
      </ApplicationContext>,
    );
    expect(screen.queryAllByRole('button', { name: 'Save' })).toHaveLength(shown ? 1 : 0);
  });
});

describe('the save button', () => {
  it('overwrites a map the user may edit, and confirms it', async () => {
    const { person, save, openTool } = rig();
    await person.click(screen.getByRole('button', { name: 'Save' }));
    expect(save).toHaveBeenCalledOnce();
    expect((await screen.findByRole('alert')).textContent).toBe('Map saved.');
    expect(openTool).not.toHaveBeenCalled();
  });

  it('confirms what the panel has saved', async () => {
    const { person } = rig({ mayOverwrite: false });
    await person.click(screen.getByRole('button', { name: 'Save in the panel' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Map saved.');
  });

  it('confirms a copy once, when it has opened', async () => {
    unconfirmedCopy.set('copy');
    const copy = { item: { id: 'copy', modified: Date.now() } };
    const opening = rig({ ...copy, ready: false });
    expect(screen.queryByRole('alert')).toBeNull();
    opening.unmount();
    const { person } = rig(copy);
    expect((await screen.findByRole('alert')).textContent).toBe('Map saved.');
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(unconfirmedCopy.get()).toBeUndefined();
  });

  it('shows briefly that there are changes, and describes where they are', () => {
    rig({ kept: true });
    const button = screen.getByRole('button', { name: 'Save' });
    expect(button.textContent).toBe('SaveUnsaved changes');
    expect(button.getAttribute('aria-description')).toBe('Unsaved changes, stored on this device');
  });

  it('opens the panel when there is no map the user may overwrite', async () => {
    const { person, save, openTool } = rig({ mayOverwrite: false });
    await person.click(screen.getByRole('button', { name: 'Save' }));
    expect(openTool).toHaveBeenCalledWith('save');
    expect(save).not.toHaveBeenCalled();
  });

  it('opens the panel, which shows the reason, after a failure', async () => {
    const { person, openTool } = rig({ save: async () => false });
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(openTool).toHaveBeenCalledWith('save'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([{ ctrlKey: true }, { metaKey: true }])('responds to the save shortcut: %o', async (keys) => {
    const { save } = rig();
    const kept = fireEvent.keyDown(document.body, { key: 's', ...keys });
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    // The browser must not save the page itself.
    expect(kept).toBe(false);
  });

  it.each([{ status: 'saving' }, { ready: false }])('does nothing while %o', (parts) => {
    const { save, openTool } = rig(parts);
    fireEvent.keyDown(document.body, { key: 's', ctrlKey: true });
    expect(save).not.toHaveBeenCalled();
    expect(openTool).not.toHaveBeenCalled();
  });

  it('shows when the map was saved, and that there are changes since', () => {
    const item = { modified: Date.now() - 2 * 60_000 };
    const { unmount } = rig({ work: { dirty: false, changes: [] }, item });
    expect(screen.getByText('Saved 2 minutes ago')).toBeDefined();
    unmount();
    rig({ item });
    expect(screen.getByText('Unsaved changes')).toBeDefined();
  });

  it('offers saving as a new map', async () => {
    const { person, save, openTool } = rig();
    await person.click(screen.getByRole('button', { name: 'Save as …' }));
    expect(openTool).toHaveBeenCalledWith('save');
    expect(save).not.toHaveBeenCalled();
  });

  it('announces that there is nothing to save', () => {
    rig({ work: { dirty: false, changes: [] } });
    expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-description')).toBe(
      'No unsaved changes',
    );
  });
});
