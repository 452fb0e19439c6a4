import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { show } from '../../../../../testing/web/render.tsx';
import { checkExpression } from '../../../../map/configure/configure.ts';
import { ArcadeDialog } from './arcade-dialog.tsx';

vi.mock('../../../../map/configure/configure.ts', () => ({
  checkExpression: vi.fn<typeof checkExpression>(),
}));
beforeEach(() => void vi.mocked(checkExpression).mockResolvedValue(undefined));

it('stays open when Escape closes the list of completions', async () => {
  const onClose = vi.fn<() => void>();
  show(
    <ArcadeDialog label="Arcade" value="" fields={[]} use="feature" onChange={() => {}} onClose={onClose} />,
  );
  const editor = await screen.findByRole('textbox', { name: 'Arcade' });
  const press = () =>
    editor.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
  // As the editor handles the key while the list is open.
  const handle = (event: Event) => event.preventDefault();
  editor.addEventListener('keydown', handle);
  press();
  expect(onClose).not.toHaveBeenCalled();
  editor.removeEventListener('keydown', handle);
  press();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});
