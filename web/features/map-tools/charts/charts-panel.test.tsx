import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeLayer, fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MappingError } from '../../../../wire/errors.ts';
import { askForPart } from '../../../context/tool-part.ts';
import {
  type ChartData,
  type ChartSession,
  openCharts,
  type SavedChart,
} from '../../../map/charts/charts.ts';
import type { LayerState } from '../../../map/map-state.ts';
import { MapModelContext } from '../../../map/map-model.ts';
import type { Selected } from '../../../map/select/selected.ts';
import { isAnnouncedByPanel } from '../../../map/select/announced-selection.ts';
import { createStore } from '../../../store.ts';
import { ChartsPanel } from './charts-panel.tsx';

vi.mock('../../../map/charts/charts.ts', async (original) => ({
  ...(await original<object>()),
  openCharts: vi.fn<typeof openCharts>(),
}));

const byKind: ChartData = {
  kind: 'parts',
  others: { count: 3, value: 4 },
  parts: [
    { title: 'Bus stop', value: 312, where: "kind = 'bus'" },
    { title: '', value: 8, where: 'kind IS NULL' },
  ],
};

type Methods = Omit<ChartSession, 'saved' | 'selected' | 'edits' | 'extent'>;
let session: { [Name in keyof Methods]: ReturnType<typeof vi.fn<Methods[Name]>> } & {
  saved: ReturnType<typeof createStore<readonly SavedChart[]>>;
  selected: ReturnType<typeof createStore<Selected>>;
  edits: ChartSession['edits'];
  extent: ReturnType<typeof createStore<string>>;
};
beforeEach(() => {
  session = {
    saved: createStore<readonly SavedChart[]>([]),
    edits: createStore(0),
    extent: createStore('0 0 1 1'),
    selected: createStore<Selected>(new Map()),
    add: vi.fn<ChartSession['add']>(),
    remove: vi.fn<ChartSession['remove']>(),
    fields: vi.fn<ChartSession['fields']>(async () => [
      { name: 'n', title: 'Height', kind: 'number' },
      { name: 'kind', title: 'Kind', kind: 'text' },
      { name: 'age', title: 'Age', kind: 'number' },
    ]),
    read: vi.fn<ChartSession['read']>(async () => byKind),
    select: vi.fn<ChartSession['select']>(async () =>
      session.selected.set(new Map([['stops', Array.from({ length: 312 }, (_none, id) => id)]])),
    ),
    clear: vi.fn<ChartSession['clear']>(() => session.selected.set(new Map())),
    close: vi.fn<ChartSession['close']>(),
  };
  vi.mocked(openCharts).mockImplementation(async () => session);
});

function rig(layers: LayerState[] = [fakeLayer()]) {
  const map = fakeMapModel({ layers });
  const view = show(
    <MapModelContext value={map.model}>
      <ChartsPanel />
    </MapModelContext>,
  );
  const choose = async (label: string, option: string) => {
    await view.person.click(await screen.findByRole('combobox', { name: label }));
    await view.person.click(await screen.findByRole('option', { name: option }));
  };
  const lastRequest = () => session.read.mock.lastCall?.[0];
  return { ...view, ...map, choose, lastRequest };
}

describe('charts', () => {
  it('announce the selection of their layer instead of the map', async () => {
    const { model } = rig();
    const isAnnounced = (layerId: string) => isAnnouncedByPanel(model, new Map(), new Map([[layerId, [1]]]));
    await waitFor(() => expect(isAnnounced('stops')).toBe(true));
    expect(isAnnounced('roads')).toBe(false);
  });

  it.each<[string, ChartData]>([
    ['no parts', { kind: 'parts', others: { count: 0, value: 0 }, parts: [] }],
    ['no points', { kind: 'points', points: [], total: 0 }],
  ])('of nothing, %s, say so', async (_what, nothing) => {
    session.read.mockResolvedValue(nothing);
    rig();
    expect(await screen.findByText('No values')).toBeDefined();
  });

  it('begin with the features of a layer by a text field', async () => {
    const { person, lastRequest } = rig();
    await person.click(await screen.findByRole('button', { name: 'Values' }));
    const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows).toEqual(['Bus stop312', 'No value8']);
    expect(screen.getByText('3 further categories are not shown.')).toBeDefined();
    expect(lastRequest()).toEqual({
      layerId: 'stops',
      kind: 'bar',
      field: 'kind',
      statistic: 'count',
      value: undefined,
      inView: false,
    });
  });

  it('begin with the ranges of a number where a layer has no categories but the names of its features', async () => {
    session.fields.mockResolvedValue([
      { name: 'storeys', title: 'Storeys', kind: 'number' },
      { name: 'name', title: 'Name', kind: 'text' },
    ]);
    const { choose, lastRequest } = rig();
    await waitFor(() => expect(lastRequest()).toMatchObject({ kind: 'histogram', field: 'storeys' }));
    await choose('Type of chart', 'Bars');
    await waitFor(() => expect(lastRequest()).toMatchObject({ kind: 'bar' }));
  });

  it('begin with the kind that the command palette asked for', async () => {
    askForPart('charts', 'pie');
    const { lastRequest } = rig();
    await waitFor(() => expect(lastRequest()).toMatchObject({ kind: 'pie', field: 'kind' }));
  });

  it('select the features of a value on the map, until the selection is cleared', async () => {
    const { person } = rig();
    await person.click(await screen.findByRole('button', { name: 'Values' }));
    await person.click(within(screen.getByRole('list')).getByRole('button', { name: /Bus stop/ }));
    expect(await screen.findByText('312 features selected')).toBeDefined();
    expect(session.select.mock.lastCall?.[1]).toEqual({ where: "kind = 'bus'" });
    await person.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByText('312 features selected')).toBeNull();
    expect(session.clear).toHaveBeenCalled();
  });

  it('show only selected features, and follow the selection', async () => {
    session.selected.set(new Map([['stops', [1, 2]]]));
    const { person, lastRequest } = rig();
    await person.click(await screen.findByRole('switch', { name: 'Only selected features' }));
    await waitFor(() => expect(lastRequest()?.onlySelected).toBe(true));
    const before = session.read.mock.calls.length;
    act(() => session.selected.set(new Map([['stops', [1, 3]]])));
    await waitFor(() => expect(session.read.mock.calls.length).toBeGreaterThan(before));
  });

  it('choose fields that suit the type of chart', async () => {
    const { choose, lastRequest } = rig();
    await choose('Type of chart', 'Scatter plot');
    await waitFor(() => expect(lastRequest()).toMatchObject({ kind: 'scatter', field: 'n', value: 'age' }));
    await choose('Type of chart', 'Number');
    await choose('Show', 'Average');
    await waitFor(() =>
      expect(lastRequest()).toMatchObject({ kind: 'number', field: undefined, statistic: 'avg' }),
    );
  });

  it('show the points of a scatter plot as a table, whose rows select features', async () => {
    const points = Array.from({ length: 60 }, (_none, at) => ({ x: 60 - at, y: at / 3, objectId: at }));
    session.read.mockResolvedValue({ kind: 'points', points, total: 60 });
    const { person } = rig();
    await person.click(await screen.findByRole('button', { name: 'Values' }));
    const rows = () => within(screen.getByRole('table', { name: 'Values' })).getAllByRole('row');
    expect(rows()).toHaveLength(51);
    expect(rows()[1]?.textContent).toBe('119.67');
    await person.click(screen.getByRole('button', { name: 'Show more' }));
    expect(rows()).toHaveLength(61);
    await person.click(screen.getByRole('button', { name: '1' }));
    expect(session.select.mock.lastCall?.[1]).toEqual({ objectIds: [59] });
  });

  it('read the values again when only features in view count and the map moved', async () => {
    const { person } = rig();
    await person.click(await screen.findByRole('switch', { name: 'Only features in view' }));
    await waitFor(() => expect(session.read.mock.lastCall?.[0].inView).toBe(true));
    const before = session.read.mock.calls.length;
    act(() => session.extent.set('1 1 2 2'));
    await waitFor(() => expect(session.read.mock.calls.length).toBeGreaterThan(before));
  });

  it('are saved with the map, opened again and deleted', async () => {
    const { person, lastRequest } = rig();
    await person.click(await screen.findByRole('button', { name: 'Save chart with the map' }));
    const [request, title] = session.add.mock.lastCall ?? [];
    expect([request, title]).toEqual([lastRequest(), 'Number of features by Kind']);
    const saved: SavedChart = {
      id: 'c1',
      title: 'Sum: Age by Kind',
      request: {
        layerId: 'stops',
        kind: 'pie',
        field: 'kind',
        statistic: 'sum',
        value: 'age',
        inView: false,
      },
    };
    act(() => session.saved.set([saved]));
    await person.click(screen.getByRole('button', { name: /^Sum: Age by Kind.*Pie$/ }));
    await waitFor(() => expect(lastRequest()).toEqual(saved.request));
    await person.click(screen.getByRole('button', { name: 'Delete the chart Sum: Age by Kind' }));
    expect(session.remove).toHaveBeenCalledWith(saved);
  });

  it('report a layer that fails, and try again', async () => {
    session.read.mockRejectedValueOnce(new MappingError('layer:failed', 'No answer.'));
    const { person } = rig();
    await person.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Values' })).toBeDefined();
  });

  it('report when a layer has no suitable field and when a map has no layers', async () => {
    session.fields.mockResolvedValue([]);
    const { unmount } = rig();
    expect(await screen.findByText('This layer has no field for this type of chart.')).toBeDefined();
    unmount();
    rig([]);
    expect(await screen.findByText('No layer with features')).toBeDefined();
  });
});
