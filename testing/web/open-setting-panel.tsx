import { act, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { vi } from 'vitest';
import type { SettingPanelProps } from '../../web/features/map-tools/layers/setting-panel.tsx';
import type { SettingSession } from '../../web/map/configure/configure.ts';
import type { LayerField } from '../../web/map/layers/layer-fields.ts';
import { MapModelContext } from '../../web/map/map-model.ts';
import { createStore } from '../../web/store.ts';
import { fakeLayer, fakeMapModel } from './fake-map-model.ts';
import { show } from './render.tsx';

export const fields: LayerField[] = [
  { name: 'name', title: 'Name', kind: 'text' },
  { name: 'height', title: 'Height', kind: 'number' },
  { name: 'OBJECTID', title: 'OBJECTID', kind: 'number', isId: true },
];

/** A session that only keeps its value. */
export function fakeSession<Value>(first: Value): SettingSession<Value> {
  const state = createStore({ value: first, changed: false });
  return {
    state,
    fields,
    geometry: 'point',
    set: (value) => act(() => state.set({ value, changed: true })),
    reset: vi.fn<() => void>(),
    close: vi.fn<() => void>(),
  };
}

/**
 * Opens a panel of settings of the layer “Stops”.
 * @param layers the layers of the map, as the SDK has them
 */
export function openSettingPanel(
  Panel: ComponentType<SettingPanelProps>,
  layers: () => readonly object[] = () => [],
) {
  const { model } = fakeMapModel({}, { view: { map: { layers: { toArray: layers } } } as never });
  const view = show(
    <MapModelContext value={model}>
      <Panel layer={fakeLayer({ id: 'stops', title: 'Stops' })} onBack={() => {}} />
    </MapModelContext>,
  );
  const choose = async (field: string, option: string) => {
    await view.person.click(screen.getByRole('combobox', { name: field }));
    await view.person.click(await screen.findByRole('option', { name: option }));
  };
  return { ...view, choose };
}
