import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MapModelContext } from '../../../map/map-model.ts';
import { NavigationControls } from './navigation-controls.tsx';

async function rig() {
  const map = fakeMapModel({});
  const view = show(
    <MapModelContext value={map.model}>
      <NavigationControls />
    </MapModelContext>,
    { context: await fakeContext() },
  );
  const opener = () => screen.getByRole('button', { name: 'Move the map' });
  return { ...view, ...map, opener };
}

describe('moving the map without dragging', () => {
  it.each([
    ['Move up', 0, -0.3],
    ['Move down', 0, 0.3],
    ['Move left', -0.3, 0],
    ['Move right', 0.3, 0],
  ])('has a button, %s', async (name, right, down) => {
    const { person, model, opener } = await rig();
    expect(screen.queryByRole('button', { name })).toBeNull();
    await person.click(opener());
    await person.click(screen.getByRole('button', { name }));
    expect(model.pan).toHaveBeenCalledWith(right, down);
  });

  it('hides the arrows when its button is pressed again, and with Escape', async () => {
    const { person, opener } = await rig();
    await person.click(opener());
    expect(opener().getAttribute('aria-expanded')).toBe('true');
    await person.click(opener());
    expect(screen.queryByRole('group')).toBeNull();
    await person.click(opener());
    screen.getByRole('button', { name: 'Move left' }).focus();
    await person.keyboard('{Escape}');
    expect(screen.queryByRole('group')).toBeNull();
    expect(document.activeElement).toBe(opener());
  });
});
