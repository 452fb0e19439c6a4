import { expect, it, vi } from 'vitest';
import type { MapInternals } from '../../map-model.ts';
import { showTool } from './show-tool.ts';

vi.mock('@arcgis/map-components/components/arcgis-editor', () => ({}));
vi.mock('./components.ts', () => ({ addInnerStyle: async () => {} }));
vi.mock('../../edit/docked-popup.ts', () => ({ openDockedPopup: () => ({ hide() {}, close() {} }) }));

it('the editor of the SDK has work while one of its workflows is active', async () => {
  const host = document.createElement('div');
  const internals = { view: {}, claimClicks: () => () => {} } as unknown as MapInternals;
  const onWork = vi.fn<(isWorking: boolean) => void>();
  const end = await showTool('editor', host, internals, onWork);
  const editor = host.firstElementChild as Element & { activeWorkflow?: object | null };
  const work = (activeWorkflow: object | null) => {
    editor.activeWorkflow = activeWorkflow;
    editor.dispatchEvent(new Event('arcgisPropertyChange'));
  };
  work({ type: 'update' });
  expect(onWork).toHaveBeenLastCalledWith(true);
  work(null);
  expect(onWork).toHaveBeenLastCalledWith(false);
  work({ type: 'update' });
  end();
  expect(onWork).toHaveBeenLastCalledWith(false);
});

it('the editor of the SDK offers no layer that the page does not edit', async () => {
  const host = document.createElement('div');
  const operations = { supportsAdd: true, supportsUpdate: true, supportsDelete: true };
  const layer = { type: 'feature', loaded: true, editingEnabled: true, capabilities: { operations } };
  const url = 'https://services.example.org/Trees/FeatureServer';
  const own = { ...layer, id: 'in the map' };
  const former = { ...layer, id: 'former', url, historicMoment: new Date(7) };
  const layers = [own, { ...layer, id: 'of a service', url }, former, { ...own, loaded: false }];
  const map = { allLayers: { toArray: () => layers } };
  const internals = { view: { map }, claimClicks: () => () => {} } as unknown as MapInternals;
  await showTool('editor', host, internals, () => {});
  expect(host.firstElementChild).toMatchObject({
    layerInfos: [own, former].map((one) => ({ layer: one, enabled: false })),
  });
});
