import Button from '@mui/material/Button';
import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { show } from '../../testing/web/render.tsx';
import { Hint } from './hint.tsx';

function rig() {
  const shown = show(
    <Hint title="Opens the menu">
      <Button>Menu</Button>
    </Hint>,
  );
  return { ...shown, button: shown.screen.getByRole('button', { name: 'Menu' }) };
}

describe('a hint', () => {
  it('opens under the pointer, and closes when it leaves', async () => {
    const { screen, person, button } = rig();
    expect(screen.queryByRole('tooltip')).toBeNull();
    await person.hover(button);
    expect((await screen.findByRole('tooltip')).textContent).toBe('Opens the menu');
    await person.unhover(button);
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
  });

  it('closes with Escape, and its control stays the same', async () => {
    const { screen, person, button } = rig();
    await person.hover(button);
    await screen.findByRole('tooltip');
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
    expect(screen.getByRole('button', { name: 'Menu' })).toBe(button);
  });

  it('stays open under the pointer', async () => {
    const { screen, person, button } = rig();
    await person.hover(button);
    await person.hover(await screen.findByRole('tooltip'));
    expect(screen.getByRole('tooltip').textContent).toBe('Opens the menu');
  });
});
