import { act, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeLayer, fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { drawingsLegend } from '../../../map/export/legend.ts';
import { MapModelContext } from '../../../map/map-model.ts';
import { BookmarksPanel, LegendPanel } from './sdk-panels.tsx';

vi.mock('../../../map/export/legend.ts', async (original) => ({
  ...(await original<object>()),
  drawingsLegend: vi.fn<typeof drawingsLegend>(),
}));

async function rig(panel: React.JSX.Element, drawn = true) {
  const map = fakeMapModel({ drawn });
  const end = vi.fn<() => void>();
  map.model.showTool.mockImplementation(async (tool, host) => {
    host.textContent = `The SDK’s ${tool}`;
    return end;
  });
  const mount = async () => {
    const context = await fakeContext();
    return show(<MapModelContext value={map.model}>{panel}</MapModelContext>, { context });
  };
  return { ...map, end, mount };
}

it('the legend of drawings says how many symbols it leaves out', async () => {
  const row = { label: 'Line', picture: undefined, width: 0, height: 0 };
  vi.mocked(drawingsLegend).mockResolvedValue([
    { title: 'Plan', rows: [row], more: 12 },
    { title: 'Walk', rows: [row], more: 0 },
  ]);
  const { set, mount } = await rig(<LegendPanel />);
  set({ layers: [fakeLayer({ kind: 'map-notes' })] });
  await mount();
  expect((await screen.findByRole('region', { name: 'Plan' })).textContent).toContain('and 12 more');
  expect(screen.getByRole('region', { name: 'Walk' }).textContent).not.toContain('more');
});

describe('a tool provided by the SDK', () => {
  it('waits until the map is drawn, then appears', async () => {
    const { model, set, mount } = await rig(<LegendPanel />, false);
    await mount();
    expect(screen.getByRole('status', { name: 'Loading' })).toBeDefined();
    expect(model.showTool).not.toHaveBeenCalled();
    act(() => set({ drawn: true }));
    expect(await screen.findByText('The SDK’s legend')).toBeDefined();
    expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
  });

  it('reports a failure to load, and retries', async () => {
    const { model, mount } = await rig(<BookmarksPanel />);
    model.showTool.mockRejectedValueOnce(new Error('Offline'));
    const { person } = await mount();
    expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load this tool');
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('The SDK’s bookmarks')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('ends with its panel', async () => {
    const { end, mount } = await rig(<BookmarksPanel />);
    const { unmount } = await mount();
    await screen.findByText('The SDK’s bookmarks');
    unmount();
    expect(end).toHaveBeenCalledOnce();
  });

  it('is removed at once when it loads after its panel was closed', async () => {
    const { model, end, mount } = await rig(<LegendPanel />);
    let resolveTool: (end: () => void) => void = () => {};
    model.showTool.mockImplementation(() => new Promise((resolve) => (resolveTool = resolve)));
    const { unmount } = await mount();
    unmount();
    resolveTool(end);
    await vi.waitFor(() => expect(end).toHaveBeenCalledOnce());
  });
});
