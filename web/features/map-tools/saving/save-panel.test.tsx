import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ada, fakeContext } from '../../../../testing/web/fake-context.ts';
import { show } from '../../../../testing/web/render.tsx';
import { ApplicationContext } from '../../../context/application-context.ts';
import type { Portal } from '../../../portal/portal-types.ts';
import { SavePanel } from './save-panel.tsx';
import { type Saving, SavingContext } from './saving-context.ts';

async function open(portal: Portal) {
  const saving = {
    ready: true,
    work: { dirty: true, changes: [] },
    item: { id: 'a', owner: ada.username, title: 'Streets', modified: 1 },
    mayOverwrite: false,
    status: 'idle',
  } as unknown as Saving;
  const context = await fakeContext({ signedIn: true, user: ada, portal });
  show(
    <ApplicationContext value={context}>
      <SavingContext value={saving}>
        <SavePanel />
      </SavingContext>
    </ApplicationContext>,
  );
}

describe('the save panel', () => {
  it('gives the maintenance of the portal as the reason, and offers nothing', async () => {
    await open({ id: 'p1', name: 'Portal', isReadOnly: true });
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('read-only'),
    ]);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
