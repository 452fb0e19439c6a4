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
