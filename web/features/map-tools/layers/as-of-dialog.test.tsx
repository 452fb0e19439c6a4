import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeLayer, fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MapModelContext } from '../../../map/map-model.ts';
import type { MapInternals } from '../../../map/map-model.ts';
import type { LayerState } from '../../../map/map-state.ts';
import { LayersPanel } from './layers-panel.tsx';

const since = new Date(2026, 3, 1, 12).getTime();
const past = { history: { since, changes: true } };

/** The panel over an SDK layer of which only the moment counts. */
async function rig(parts: Partial<LayerState>) {
  const layer: { id: string; historicMoment: Date | null } = { id: 'stops', historicMoment: null };
  const { model } = fakeMapModel({ layers: [fakeLayer(parts)] }, {
    view: { map: { layers: { toArray: () => [layer] }, allLayers: [layer] } },
  } as unknown as Partial<MapInternals>);
  const view = show(
    <MapModelContext value={model}>
      <LayersPanel />
    </MapModelContext>,
    { context: await fakeContext() },
  );
  const openMenu = () => view.person.click(screen.getByRole('button', { name: 'More actions for Stops' }));
  return { ...view, layer, openMenu };
}

const typeMoment = (text: string) =>
  fireEvent.change(screen.getByLabelText('Date and time'), { target: { value: text } });

describe('a layer as of a moment', () => {
  it('is offered only where the user may see former features', async () => {
    const { openMenu } = await rig({});
    await openMenu();
    await screen.findByRole('menuitem', { name: 'Filter…' });
    expect(screen.queryByRole('menuitem', { name: 'As of…' })).toBeNull();
  });

  it('is shown for a moment between the begin of the history and now', async () => {
    const { person, layer, openMenu } = await rig(past);
    await openMenu();
    await person.click(await screen.findByRole('menuitem', { name: 'As of…' }));
    const apply = await screen.findByRole<HTMLButtonElement>('button', { name: 'Show' });
    typeMoment('2026-03-31T12:00:00');
    expect(apply.disabled).toBe(true);
    expect(screen.getByText(/The history begins on Apr 1, 2026/)).toBeDefined();
    typeMoment('2999-01-01T12:00:00');
    expect(apply.disabled).toBe(true);
    expect(screen.getByText(/in the future/)).toBeDefined();
    typeMoment('2026-04-02T08:30:15');
    await person.click(apply);
    expect(layer.historicMoment).toEqual(new Date(2026, 3, 2, 8, 30, 15));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('has a chip that leads back to now', async () => {
    const { person, layer } = await rig({ ...past, asOf: new Date(2026, 3, 2, 8, 30).getTime() });
    layer.historicMoment = new Date(2026, 3, 2, 8, 30);
    const chip = screen.getByRole('button', { name: /^As of Apr 2, 2026/ });
    await person.click(chip);
    await screen.findByRole('dialog', { name: 'Show Stops as of' });
    await person.click(screen.getByRole('button', { name: 'Back to now' }));
    expect(layer.historicMoment).toBeNull();
  });
});
