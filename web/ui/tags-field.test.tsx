import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { show } from '../../testing/web/render.tsx';
import { TagsField } from './tags-field.tsx';

function Rig() {
  const [tags, setTags] = useState<string[]>(['old']);
  return (
    <>
      <TagsField label="Tags" help="Enter or a comma" value={tags} onChange={setTags} />
      <output>{tags.join('|')}</output>
    </>
  );
}

it('adds a tag on Enter, comma and blur, each once', async () => {
  const { person } = show(<Rig />);
  const field = screen.getByRole('combobox', { name: 'Tags' });
  await person.type(field, 'parks{Enter}');
  await person.type(field, 'trees,');
  await person.type(field, ' old , new');
  await person.tab();
  expect(screen.getByRole('status').textContent).toBe('old|parks|trees|new');
  expect(screen.getByText('Enter or a comma')).toBeDefined();
});
