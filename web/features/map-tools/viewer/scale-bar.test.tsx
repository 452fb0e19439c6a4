import { act, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { useUnitSystem } from '../../../context/use-unit-system.ts';
import { MapModelContext } from '../../../map/map-model.ts';
import { ScaleBar } from './scale-bar.tsx';

beforeEach(() => localStorage.clear());

function Units() {
  const [, choose] = useUnitSystem();
  return <button onClick={() => choose('imperial')}>Imperial</button>;
}

async function rig(metresPerPixel = 10) {
  const map = fakeMapModel({ metresPerPixel });
  const view = show(
    <MapModelContext value={map.model}>
      <ScaleBar />
      <Units />
    </MapModelContext>,
    { context: await fakeContext() },
  );
  return { ...view, ...map };
}

describe('the scale bar', () => {
  it('follows the map', async () => {
    const { set } = await rig(10);
    expect(screen.getByText('500 m')).toBeDefined();
    act(() => set({ metresPerPixel: 100 }));
    expect(screen.getByText('5 km')).toBeDefined();
  });

  it('follows the units immediately', async () => {
    const { person } = await rig(20);
    expect(screen.getByText('1,000 m')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Imperial' }));
    expect(screen.getByText('1 mi')).toBeDefined();
  });

  it('is hidden while the scale is unknown', async () => {
    await rig(0);
    expect(screen.queryByText(/\d/)).toBeNull();
  });
});
