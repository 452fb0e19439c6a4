import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ada, fakeContext } from '../../../../testing/web/fake-context.ts';
import { show } from '../../../../testing/web/render.tsx';
import { ApplicationContext } from '../../../context/application-context.ts';
import type { Portal, PortalItem } from '../../../portal/portal-types.ts';
import { SavePanel } from './save-panel.tsx';
import { type Saving, SavingContext } from './saving-context.ts';

async function open({ portal, ...parts }: Partial<Saving> & { portal?: Portal }) {
  const saving = {
    ready: true,
    work: { dirty: true, changes: [] },
    item: undefined,
    mayOverwrite: false,
    status: 'idle',
    ...parts,
  } as unknown as Saving;
  const context = await fakeContext({ signedIn: true, user: ada, ...(portal && { portal }) });
  const shown = show(
    <ApplicationContext value={context}>
      <SavingContext value={saving}>
        <SavePanel />
      </SavingContext>
    </ApplicationContext>,
  );
  return { ...shown, setSidebarOpen: context.setSidebarOpen };
}

describe('the save panel', () => {
  it('gives the maintenance of the portal as the reason, and offers nothing', async () => {
    const item = { id: 'a', owner: ada.username, title: 'Streets', modified: 1 } as PortalItem;
    await open({ item, portal: { id: 'p1', name: 'Portal', isReadOnly: true } });
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('read-only'),
    ]);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it.each([
    ['closes after it has saved a new map', true],
    ['stays open if the new map could not be saved', false],
  ])('%s', async (_what, succeeds) => {
    const saveAs = vi.fn<Saving['saveAs']>(async () => succeeds);
    const { person, setSidebarOpen } = await open({ saveAs });
    await person.type(screen.getByRole('textbox', { name: 'Title' }), 'Streets');
    await person.click(screen.getByRole('button', { name: 'Save as a new map' }));
    expect(saveAs).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ title: 'Streets' }));
    await saveAs.mock.results[0]?.value;
    expect(vi.mocked(setSidebarOpen).mock.calls).toEqual(succeeds ? [[false]] : []);
  });

  it('closes no tool that was opened while it saved', async () => {
    let saved: (succeeds: boolean) => void = () => {};
    const saveAs = vi.fn<Saving['saveAs']>(() => new Promise((resolve) => (saved = resolve)));
    const { person, setSidebarOpen, unmount } = await open({ saveAs });
    await person.type(screen.getByRole('textbox', { name: 'Title' }), 'Streets');
    await person.click(screen.getByRole('button', { name: 'Save as a new map' }));
    unmount();
    saved(true);
    await saveAs.mock.results[0]?.value;
    await Promise.resolve();
    expect(setSidebarOpen).not.toHaveBeenCalled();
  });
});
