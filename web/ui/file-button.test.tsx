import AddAPhoto from '@mui/icons-material/AddAPhotoOutlined';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { show } from '../../testing/web/render.tsx';
import { FileButton, type FileButtonProps, FileIconButton } from './file-button.tsx';

const picture = new File(['x'], 'tree.jpg', { type: 'image/jpeg' });

it.each([
  [
    'a button',
    (onChoose: FileButtonProps['onChoose']) => <FileButton label="Add photos" onChoose={onChoose} />,
  ],
  [
    'an icon',
    (onChoose: FileButtonProps['onChoose']) => (
      <FileIconButton label="Add photos" onChoose={onChoose}>
        <AddAPhoto />
      </FileIconButton>
    ),
  ],
])('%s for files is one control for keyboards, and takes the same file twice', async (_what, content) => {
  const chosen = vi.fn<(files: readonly File[]) => void>();
  const { person } = show(content(chosen));
  await person.tab();
  const input = screen.getByLabelText<HTMLInputElement>('Add photos', { selector: 'input' });
  expect(document.activeElement).toBe(input);
  expect(input.checkVisibility?.() ?? !input.hidden).toBe(true);
  expect(screen.queryByRole('button')).toBeNull();
  await person.upload(input, picture);
  await person.upload(input, picture);
  expect(chosen.mock.calls.map(([[file]]) => file?.name)).toEqual(['tree.jpg', 'tree.jpg']);
});
