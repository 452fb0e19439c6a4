import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeLayer, fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { OpenToolContext } from '../../../context/open-map.ts';
import {
  type ChartData,
  type ChartRequest,
  type ChartSession,
  openCharts,
  type SavedChart,
} from '../../../map/charts/charts.ts';
import { MapModelContext } from '../../../map/map-model.ts';
import type { LayerState } from '../../../map/map-state.ts';
import type { Selected } from '../../../map/select/selected.ts';
import { createStore } from '../../../store.ts';
import { DashboardDock } from './dashboard-dock.tsx';

vi.mock('../../../map/charts/charts.ts', async (original) => ({
  ...(await original<object>()),
  openCharts: vi.fn<typeof openCharts>(),
}));

const request: ChartRequest = {
  layerId: 'stops',
  kind: 'bar',
  field: 'kind',
  statistic: 'count',
  value: undefined,
  inView: false,
};
const charts: SavedChart[] = [
  { id: 'a', title: 'Stops by kind', request },
  { id: 'b', title: 'Tallest', request: { ...request, kind: 'number', field: undefined } },
  { id: 'c', title: 'Share', request: { ...request, kind: 'gauge', field: undefined } },
];
const answers: Record<string, ChartData> = {
  bar: {
    kind: 'parts',
    others: { count: 0, value: 0 },
    parts: [{ title: 'Bus', value: 3, where: "kind = 'bus'" }],
  },
  number: { kind: 'number', value: 42 },
  gauge: { kind: 'number', value: 7, scale: [0, 70] },
};

const saved = createStore<readonly SavedChart[]>(charts);
const selected = createStore<Selected>(new Map());
const edits = createStore(0);
const extent = createStore('0 0 1 1');
const session = {
  saved,
  selected,
  edits,
  extent,
  add: vi.fn<ChartSession['add']>(),
  remove: vi.fn<ChartSession['remove']>(),
  fields: vi.fn<ChartSession['fields']>(async () => [{ name: 'kind', title: 'Kind', kind: 'text' }]),
  read: vi.fn<ChartSession['read']>(),
  select: vi.fn<ChartSession['select']>(async () => selected.set(new Map([['stops', [1, 2, 3]]]))),
  clear: vi.fn<ChartSession['clear']>(() => selected.set(new Map())),
  close: vi.fn<() => void>(),
};

beforeEach(() => {
  vi.clearAllMocks();
  saved.set(charts);
  selected.set(new Map());
  edits.set(0);
  session.read.mockImplementation(async ({ kind }) => answers[kind] as ChartData);
  vi.mocked(openCharts).mockImplementation(async () => session);
});

function rig(address = '/demo/map/wid/1?view=dashboard') {
  const map = fakeMapModel({ layers: [fakeLayer()] });
  const openTool = vi.fn<(id: string) => void>();
  const view = show(
    <OpenToolContext value={openTool}>
      <MapModelContext value={map.model}>
        <DashboardDock />
      </MapModelContext>
    </OpenToolContext>,
    { at: address },
  );
  return { ...view, ...map, openTool };
}

describe('the dashboard', () => {
  it('is shown only if the address requests it', async () => {
    rig('/demo/map/wid/1');
    expect(screen.queryByRole('region')).toBeNull();
    expect(openCharts).not.toHaveBeenCalled();
  });

  it('shows the saved charts of the features in view', async () => {
    rig();
    const region = await screen.findByRole('region', { name: 'Dashboard' });
    expect(await within(region).findByText('42')).toBeDefined();
    // The end of the gauge's scale.
    expect(await within(region).findByText('70')).toBeDefined();
    for (const { title } of charts)
      expect(within(region).getByRole('heading', { name: title })).toBeDefined();
    expect(session.read.mock.calls.every(([{ inView }]) => inView)).toBe(true);
  });

  it('follows edits', async () => {
    rig();
    expect(await screen.findByText('42')).toBeDefined();
    session.read.mockImplementation(async () => ({ kind: 'number', value: 43 }));
    act(() => edits.set(1));
    expect((await screen.findAllByText('43')).length).toBeGreaterThan(0);
  });

  it.each<Partial<LayerState>>([{ filter: 'height > 5' }, { asOf: Date.UTC(2026, 0, 1) }])(
    'follows the features that a layer shows: %o',
    async (change) => {
      const { set } = rig();
      expect(await screen.findByText('42')).toBeDefined();
      session.read.mockImplementation(async () => ({ kind: 'number', value: 43 }));
      act(() => set({ layers: [fakeLayer(change)] }));
      expect((await screen.findAllByText('43')).length).toBeGreaterThan(0);
    },
  );

  it('selects on the map, and clears it', async () => {
    const { person } = rig();
    await person.click(await screen.findByRole('button', { name: 'Values' }));
    await person.click(await screen.findByRole('button', { name: /Bus/ }));
    expect(session.select.mock.lastCall?.[1]).toEqual({ where: "kind = 'bus'" });
    await person.click(await screen.findByRole('button', { name: 'Clear selection' }));
    expect(session.clear).toHaveBeenCalledWith('stops');
  });

  it('shows all features or the selected ones', async () => {
    const { person } = rig();
    await person.click(await screen.findByRole('button', { name: 'All' }));
    await waitFor(() => expect(session.read.mock.lastCall?.[0]).toMatchObject({ inView: false }));
    await person.click(screen.getByRole('button', { name: 'Selected' }));
    expect(await screen.findAllByText(/^No features of the layer are selected/)).toHaveLength(3);
    expect(session.read.mock.lastCall?.[0]).not.toMatchObject({ onlySelected: true });
    act(() => selected.set(new Map([['stops', [4]]])));
    await waitFor(() => expect(session.read.mock.lastCall?.[0]).toMatchObject({ onlySelected: true }));
    expect(screen.queryByText(/^No features of the layer are selected/)).toBeNull();
    const before = session.read.mock.calls.length;
    act(() => selected.set(new Map([['stops', [4, 5]]])));
    await waitFor(() => expect(session.read.mock.calls.length).toBeGreaterThan(before));
  });

  it('explains how to add charts while there are none', async () => {
    saved.set([]);
    const { person, openTool } = rig();
    expect(await screen.findByText('No charts yet')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Open Charts' }));
    expect(openTool).toHaveBeenCalledWith('charts');
  });

  it('closes, and the map stays', async () => {
    const { person } = rig();
    await person.click(await screen.findByRole('button', { name: 'Close dashboard' }));
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
    expect(session.close).toHaveBeenCalled();
  });
});
