import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openSettingPanel } from '../../../../testing/web/open-setting-panel.tsx';
import { type PlacingSession, placePicture } from '../../../map/layers/place-picture.ts';
import { PlacePanel } from './place-panel.tsx';

vi.mock('../../../map/layers/place-picture.ts', () => ({ placePicture: vi.fn<typeof placePicture>() }));

/** The panel that places the picture “Stops”. */
function open() {
  const session = { change: vi.fn<PlacingSession['change']>(), close: vi.fn<() => void>() };
  vi.mocked(placePicture).mockResolvedValue(session);
  return { ...openSettingPanel(PlacePanel), session };
}

describe('the panel of the place of a picture', () => {
  it.each([
    ['Move left', { right: -10, down: 0 }],
    ['Move down', { right: 0, down: 10 }],
    ['Size: +10%', { factor: 1.1 }],
    ['Size: -9%', { factor: 1 / 1.1 }],
    ['Rotation (°): +15', { degrees: 15 }],
    ['Rotation (°): -15', { degrees: -15 }],
  ])('moves, scales and turns a picture without dragging, %s', async (name, change) => {
    const { person, session } = open();
    await person.click(await screen.findByRole('button', { name }));
    expect(session.change).toHaveBeenCalledExactlyOnceWith(change);
  });

  it.each([
    ['{Shift>}{ArrowRight}{/Shift}', { right: 100, down: 0 }],
    ['+', { factor: 1.1 }],
    ['a', { degrees: 15 }],
  ])('is used by the keys of a map, which its buttons announce, %s', async (key, change) => {
    const { person, session } = open();
    const button = await screen.findByRole('button', { name: 'Rotation (°): +15' });
    expect(button.getAttribute('aria-keyshortcuts')).toBe('A');
    button.focus();
    await person.keyboard(key);
    expect(session.change).toHaveBeenCalledExactlyOnceWith(change);
  });

  it('is reached from its first control to its last by Tab', async () => {
    const { person } = open();
    await screen.findByRole('button', { name: 'Move up' });
    screen.getByRole('button', { name: 'Back to layers' }).focus();
    const names: (string | null)[] = [];
    for (let stop = 0; stop < 9; stop += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await person.tab();
      names.push(
        document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? null,
      );
    }
    expect(names).toEqual([
      'Move up',
      'Move left',
      'Move right',
      'Move down',
      'Rotation (°): -15',
      'Rotation (°): +15',
      'Size: -9%',
      'Size: +10%',
      'Done',
    ]);
  });
});
