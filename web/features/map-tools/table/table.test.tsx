import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeLayer, fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MappingError } from '../../../../wire/errors.ts';
import { layerData } from '../../../map/export/layer-data.ts';
import { MapModelContext } from '../../../map/map-model.ts';
import { isAnnouncedByPanel } from '../../../map/select/announced-selection.ts';
import { createStore } from '../../../store.ts';
import { type FeatureTable, openTable, shownTable } from '../../../map/table/feature-table.ts';
import { saveFile } from '../../../ui/browser.ts';
import { TableDock } from './index.ts';

vi.mock('../../../map/table/feature-table.ts', async (original) => ({
  ...(await original<object>()),
  openTable: vi.fn<typeof openTable>(),
}));
vi.mock('../../../map/export/layer-data.ts', () => ({ layerData: vi.fn<typeof layerData>() }));
vi.mock('../../../ui/browser.ts', () => ({ saveFile: vi.fn<typeof saveFile>() }));

const selected = createStore(0);
const total = createStore<number | undefined>(undefined);
const table = {
  selected,
  total,
  followMap: vi.fn<(on: boolean) => void>(),
  onlySelected: vi.fn<(on: boolean) => void>(),
  selectedIds: () => [3, 5],
  columns: () => ({
    columns: [
      { name: 'name', title: 'Name', shown: true, pinned: false },
      { name: 'age', title: 'Age', shown: true, pinned: false },
      { name: 'id', title: 'Id', shown: false, pinned: false },
    ],
    sort: [],
  }),
  calculable: { fields: [{ name: 'age', title: 'Age' }], languages: ['sql', 'arcade'] },
  previewCalculation: vi.fn<FeatureTable['previewCalculation']>(),
  calculate: vi.fn<FeatureTable['calculate']>(async () => {}),
  arrange: vi.fn<FeatureTable['arrange']>(),
  statistics: vi.fn<FeatureTable['statistics']>(),
  find: vi.fn<FeatureTable['find']>(),
  showRow: vi.fn<FeatureTable['showRow']>(async () => {}),
  goToSelected: vi.fn<() => void>(),
  clearSelection: vi.fn<() => void>(),
  close: vi.fn<() => void>(),
} satisfies FeatureTable;

beforeEach(() => {
  vi.clearAllMocks();
  selected.set(0);
  vi.mocked(openTable).mockResolvedValue(table);
});

function rig() {
  const map = fakeMapModel({ layers: [fakeLayer()] });
  const view = show(
    <MapModelContext value={map.model}>
      <button type="button">Before</button>
      <TableDock />
    </MapModelContext>,
  );
  const open = async () => {
    act(() => shownTable(map.model).set('stops'));
    await screen.findByRole('region', { name: /Stops/ });
    await waitFor(() => expect(openTable).toHaveBeenCalled());
  };
  return { ...view, ...map, open };
}

describe('the table of a layer', () => {
  it('announces the selection of its layer instead of the map', async () => {
    const { open, model } = rig();
    await open();
    const isAnnounced = (layerId: string) => isAnnouncedByPanel(model, new Map(), new Map([[layerId, [1]]]));
    await waitFor(() => expect(isAnnounced('stops')).toBe(true));
    expect(isAnnounced('roads')).toBe(false);
  });

  it('takes no space until opened', async () => {
    const { open, model } = rig();
    expect(screen.queryByRole('region')).toBeNull();
    expect(openTable).not.toHaveBeenCalled();
    await open();
    expect(openTable).toHaveBeenCalledWith(model, 'stops', expect.any(HTMLElement));
  });

  it('closes with Escape and releases its resources', async () => {
    const { open, person } = rig();
    await open();
    screen.getByRole('button', { name: /Close/ }).focus();
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
    expect(table.close).toHaveBeenCalledOnce();
  });

  it('returns the focus to where it was', async () => {
    const { open, person } = rig();
    await open();
    const before = screen.getByRole('button', { name: 'Before' });
    before.focus();
    await person.tab();
    expect(document.activeElement).toBe(screen.getByRole('separator', { name: 'Height of the table' }));
    await person.keyboard('{Escape}');
    expect(document.activeElement).toBe(before);
  });

  it('stays open when Escape closes only its menu', async () => {
    const { open, person } = rig();
    await open();
    (await screen.findByRole('button', { name: 'Export' })).focus();
    await person.keyboard('{Enter}');
    await screen.findByRole('menuitem', { name: 'CSV' });
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
    expect(screen.getByRole('region', { name: /Stops/ })).toBeDefined();
  });

  it('is resized with the arrow keys', async () => {
    const { open, person } = rig();
    await open();
    const edge = screen.getByRole('separator', { name: 'Height of the table' });
    const height = () => Number(edge.getAttribute('aria-valuenow'));
    const before = height();
    edge.focus();
    await person.keyboard('{ArrowUp}');
    expect(height()).toBe(before + 40);
  });

  it('closes with its layer', async () => {
    const { open, set } = rig();
    await open();
    act(() => set({ layers: [] }));
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
    expect(table.close).toHaveBeenCalledOnce();
  });

  it('has the rows of a layer that was computed again', async () => {
    const { open, set } = rig();
    act(() => set({ layers: [fakeLayer({ instance: 1 })] }));
    await open();
    act(() => set({ layers: [fakeLayer({ instance: 2 })] }));
    await waitFor(() => expect(openTable).toHaveBeenCalledTimes(2));
    expect(table.close).toHaveBeenCalledOnce();
    expect(screen.getByRole('region', { name: /Stops/ })).toBeDefined();
  });

  it('is a skeleton until the rows are loaded', async () => {
    let finish: () => void = () => {};
    vi.mocked(openTable).mockReturnValue(new Promise((resolve) => (finish = () => resolve(table))));
    const { open } = rig();
    await open();
    expect(screen.getByRole('status', { name: 'Loading' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
    await act(async () => finish());
    expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Export' })).toBeDefined();
  });

  it('shows the number of rows once known', async () => {
    const { open } = rig();
    await open();
    await screen.findByRole('button', { name: 'Only features in view' });
    expect(screen.queryByText(/^Rows: /)).toBeNull();
    act(() => total.set(1234));
    expect(screen.getByText('Rows: 1,234')).toBeDefined();
    act(() => total.set(undefined));
  });

  it('follows the map and shows only selected rows on request', async () => {
    const { open, person } = rig();
    await open();
    const follows = await screen.findByRole('button', { name: 'Only features in view' });
    await person.click(follows);
    expect(follows.getAttribute('aria-pressed')).toBe('true');
    expect(table.followMap).toHaveBeenLastCalledWith(true);
    act(() => selected.set(1));
    const only = screen.getByRole<HTMLButtonElement>('button', { name: 'Only selected rows' });
    await person.click(only);
    // When the selection becomes empty, all rows must be shown again.
    act(() => selected.set(0));
    expect(only.disabled).toBe(false);
    await person.click(only);
    expect(table.onlySelected).toHaveBeenLastCalledWith(false);
    expect(only.disabled).toBe(true);
  });

  it('offers selection actions when rows are selected', async () => {
    const { open, person } = rig();
    await open();
    const clear = await screen.findByRole('button', { name: /clear/i });
    expect(clear.hasAttribute('disabled')).toBe(true);
    act(() => selected.set(3));
    await person.click(clear);
    expect(table.clearSelection).toHaveBeenCalledOnce();
    expect(screen.getByText('Selected: 3')).toBeDefined();
  });

  it('exports only the selected rows while it shows only those', async () => {
    vi.mocked(layerData).mockResolvedValue({ name: 'stops.csv' } as never);
    const { open, person, model } = rig();
    await open();
    act(() => selected.set(2));
    await person.click(await screen.findByRole('button', { name: 'Only selected rows' }));
    await person.click(screen.getByRole('button', { name: 'Export' }));
    await person.click(await screen.findByRole('menuitem', { name: 'CSV' }));
    await waitFor(() =>
      expect(layerData).toHaveBeenCalledWith(
        model,
        'stops',
        'csv',
        expect.objectContaining({ only: [3, 5] }),
      ),
    );
  });

  it('arranges its columns', async () => {
    const { open, person } = rig();
    await open();
    await person.click(await screen.findByRole('button', { name: 'Columns and sorting' }));
    await person.click(screen.getByRole('checkbox', { name: 'Show Id' }));
    await person.click(screen.getByRole('checkbox', { name: 'Show Age' }));
    await person.click(screen.getByRole('button', { name: 'Pin Id' }));
    await person.click(screen.getByRole('button', { name: 'Move Age towards the start' }));
    await person.click(screen.getByRole('button', { name: 'Sort by Age' }));
    await person.click(screen.getByRole('button', { name: 'Sort by Name' }));
    await person.click(screen.getByRole('button', { name: 'Sorted by Age, ascending, priority 1' }));
    // A pinned column cannot be moved among the others.
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Move Id towards the end' }).disabled).toBe(
      true,
    );
    await person.click(screen.getByRole('button', { name: 'Apply' }));
    expect(table.arrange).toHaveBeenCalledWith({
      columns: [
        { name: 'id', title: 'Id', shown: true, pinned: true },
        { name: 'age', title: 'Age', shown: false, pinned: false },
        { name: 'name', title: 'Name', shown: true, pinned: false },
      ],
      sort: [
        { name: 'age', descending: true },
        { name: 'name', descending: false },
      ],
    });
  });

  it('changes the width of columns without dragging', async () => {
    const { open, person } = rig();
    await open();
    await person.click(await screen.findByRole('button', { name: 'Columns and sorting' }));
    const width = screen.getByRole('spinbutton', { name: 'Width: Name' });
    await person.type(width, '320');
    const age = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Width: Age' });
    await person.type(age, '5');
    await person.tab();
    expect(age.value).toBe('60');
    await person.click(screen.getByRole('button', { name: 'Apply' }));
    const [{ columns } = { columns: [] }] = table.arrange.mock.lastCall ?? [];
    const widths = Object.fromEntries(columns.map((column) => [column.name, column.width]));
    // None is too narrow to be found again.
    expect(widths).toEqual({ name: 320, age: 60, id: undefined });
  });

  it('cannot hide all columns', async () => {
    const { open, person } = rig();
    await open();
    await person.click(await screen.findByRole('button', { name: 'Columns and sorting' }));
    await person.click(screen.getByRole('checkbox', { name: 'Show Name' }));
    await person.click(screen.getByRole('checkbox', { name: 'Show Age' }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' }).disabled).toBe(true);
  });

  it('calculates a field after a preview', async () => {
    table.previewCalculation.mockResolvedValue({
      rows: [{ id: 1, before: 5, after: 10 }],
      total: 1200,
      changes: 1100,
      undoable: true,
    });
    const { open, person } = rig();
    await open();
    await person.click(await screen.findByRole('button', { name: 'Calculate field' }));
    await person.type(screen.getByRole('textbox', { name: 'Expression' }), 'age * 2');
    const apply = screen.getByRole<HTMLButtonElement>('button', { name: 'Calculate' });
    expect(apply.disabled).toBe(true);
    await person.click(screen.getByRole('button', { name: 'Preview' }));
    expect(await screen.findByText('1,100 of 1,200 rows change.')).toBeDefined();
    expect(screen.getByRole('cell', { name: '10' })).toBeDefined();
    await person.click(apply);
    const calculation = { field: 'age', language: 'sql', expression: 'age * 2', scope: 'all' };
    expect(table.calculate).toHaveBeenCalledWith(calculation, expect.anything());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('previews dates as dates', async () => {
    const calculable = {
      fields: [{ name: 'planted', title: 'Planted', timeZone: 'UTC' }],
      languages: ['sql' as const],
    };
    vi.mocked(openTable).mockResolvedValue({ ...table, calculable });
    const rows = [{ id: 1, before: null, after: Date.UTC(2026, 4, 1) }];
    table.previewCalculation.mockResolvedValue({ rows, total: 1, changes: 1, undoable: true });
    const { open, person } = rig();
    await open();
    await person.click(await screen.findByRole('button', { name: 'Calculate field' }));
    await person.type(screen.getByRole('textbox', { name: 'Expression' }), 'CURRENT_DATE');
    await person.click(screen.getByRole('button', { name: 'Preview' }));
    expect(await screen.findByRole('cell', { name: /^May 1, 2026/ })).toBeDefined();
  });

  it('warns before calculating what cannot be undone', async () => {
    table.previewCalculation.mockResolvedValue({
      rows: [],
      total: 6000,
      changes: undefined,
      undoable: false,
    });
    const { open, person } = rig();
    await open();
    await person.click(await screen.findByRole('button', { name: 'Calculate field' }));
    await person.type(screen.getByRole('textbox', { name: 'Expression' }), 'age * 2');
    await person.click(screen.getByRole('button', { name: 'Preview' }));
    const apply = await screen.findByRole<HTMLButtonElement>('button', { name: 'Calculate' });
    const agree = await screen.findByRole('checkbox', { name: 'Calculate without undo' });
    expect(apply.disabled).toBe(true);
    await person.click(agree);
    expect(apply.disabled).toBe(false);
    // Another expression needs another preview.
    await person.type(screen.getByRole('textbox', { name: 'Expression' }), '1');
    expect(apply.disabled).toBe(true);
  });

  it('is locked while it is applied, and needs another preview after a failure', async () => {
    const rows = [{ id: 1, before: 5, after: 10 }];
    table.previewCalculation.mockResolvedValue({ rows, total: 2000, changes: 2000, undoable: true });
    let fail: (error: Error) => void = () => {};
    table.calculate.mockImplementationOnce(() => new Promise((_resolve, reject) => (fail = reject)));
    const { open, person } = rig();
    await open();
    await person.click(await screen.findByRole('button', { name: 'Calculate field' }));
    const expression = screen.getByRole('textbox', { name: 'Expression' });
    await person.type(expression, 'age * 2');
    await person.click(screen.getByRole('button', { name: 'Preview' }));
    await screen.findByRole('cell', { name: '10' });
    const apply = screen.getByRole<HTMLButtonElement>('button', { name: 'Calculate' });
    await person.click(apply);
    for (const name of ['SQL', 'Selected', 'Preview', 'Calculate'])
      expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
    expect(expression).toHaveProperty('disabled', true);
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    expect(screen.getByRole('dialog')).toBeDefined();
    const cause = new MappingError('portal:timeout', 'x');
    await act(async () => fail(new MappingError('calculate:partly', 'x', { status: 500, cause })));
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Timeout exceeded.*isn’t known/);
    expect(screen.queryByRole('cell', { name: '10' })).toBeNull();
    expect(apply.disabled).toBe(true);
    expect(expression).toHaveProperty('disabled', false);
  });

  it('is stopped while it is applied, and says that rows may be stored', async () => {
    const rows = [{ id: 1, before: 5, after: 10 }];
    table.previewCalculation.mockResolvedValue({ rows, total: 2000, changes: 2000, undoable: true });
    table.calculate.mockImplementationOnce(
      (_calculation, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    );
    const { open, person } = rig();
    await open();
    await person.click(await screen.findByRole('button', { name: 'Calculate field' }));
    await person.type(screen.getByRole('textbox', { name: 'Expression' }), 'age * 2');
    await person.click(screen.getByRole('button', { name: 'Preview' }));
    await screen.findByRole('cell', { name: '10' });
    await person.click(screen.getByRole('button', { name: 'Calculate' }));
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/^It isn’t known whether/);
    await waitFor(() => expect(screen.queryByRole('cell', { name: '10' })).toBeNull());
    const apply = screen.getByRole<HTMLButtonElement>('button', { name: 'Calculate' });
    expect(apply.disabled).toBe(true);
    await person.click(screen.getByRole('button', { name: 'Preview' }));
    await screen.findByRole('cell', { name: '10' });
    expect(screen.queryByRole('alert')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows why an expression cannot be calculated', async () => {
    table.previewCalculation.mockRejectedValue(new MappingError('x:y', 'No such field', { status: 400 }));
    const { open, person } = rig();
    await open();
    await person.click(await screen.findByRole('button', { name: 'Calculate field' }));
    await person.type(screen.getByRole('textbox', { name: 'Expression' }), 'nothing');
    await person.click(screen.getByRole('button', { name: 'Preview' }));
    expect((await screen.findByRole('alert')).textContent).toContain('No such field');
  });

  it('has statistics of a column, of the selected rows first', async () => {
    table.statistics.mockResolvedValue({
      count: 12,
      empty: 2,
      sum: 1234.5,
      mean: 123.45,
      distinct: undefined,
      values: [{ title: 'Tall', value: 3, count: 7 }],
    });
    const { open, person } = rig();
    await open();
    act(() => selected.set(4));
    await person.click(await screen.findByRole('button', { name: 'Statistics of columns' }));
    expect(await screen.findByText('1,234.5')).toBeDefined();
    expect(table.statistics).toHaveBeenLastCalledWith('name', 'selected', expect.anything());
    expect(screen.getByText('more than 1')).toBeDefined();
    expect(screen.getByRole('listitem').textContent).toBe('Tall7');
    await person.click(screen.getByRole('button', { name: 'In view' }));
    await waitFor(() => expect(table.statistics).toHaveBeenLastCalledWith('name', 'view', expect.anything()));
  });

  it('shows why there are no statistics', async () => {
    table.statistics.mockRejectedValue(new MappingError('x:y', 'No statistics here', { status: 400 }));
    const { open, person } = rig();
    await open();
    await person.click(await screen.findByRole('button', { name: 'Statistics of columns' }));
    expect((await screen.findByRole('alert')).textContent).toContain('No statistics here');
  });

  it('finds rows one after the other, by keyboard', async () => {
    table.find.mockResolvedValue({ ids: [7, 9], total: 2 });
    const { open, person } = rig();
    await open();
    await person.click(await screen.findByRole('button', { name: 'Find in the table' }));
    const text = screen.getByRole('textbox', { name: 'Text in the shown columns' });
    expect(document.activeElement).toBe(text);
    await person.type(text, 'oak{Enter}');
    expect(await screen.findByText('1 of 2')).toBeDefined();
    expect(table.showRow).toHaveBeenLastCalledWith(7, expect.anything());
    await person.keyboard('{Enter}');
    expect(await screen.findByText('2 of 2')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Next match' }));
    expect(await screen.findByText('1 of 2')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Previous match' }));
    expect(await screen.findByText('2 of 2')).toBeDefined();
    expect(table.find).toHaveBeenCalledOnce();
    // The first Escape closes only the search.
    text.focus();
    await person.keyboard('{Escape}');
    expect(screen.queryByRole('search')).toBeNull();
    expect(screen.getByRole('region', { name: /Stops/ })).toBeDefined();
    expect(table.showRow).toHaveBeenLastCalledWith(undefined, expect.anything());
  });

  it('reports that nothing was found', async () => {
    table.find.mockResolvedValue({ ids: [], total: 0 });
    const { open, person } = rig();
    await open();
    await person.click(await screen.findByRole('button', { name: 'Find in the table' }));
    await person.type(screen.getByRole('textbox'), 'oak{Enter}');
    expect(await screen.findByText('No matches')).toBeDefined();
  });

  it('is exported as a file', async () => {
    const file = { name: 'stops.csv' } as never;
    vi.mocked(layerData).mockResolvedValue(file);
    const { open, person, model } = rig();
    await open();
    await person.click(await screen.findByRole('button', { name: /export|download/i }));
    await person.click(await screen.findByRole('menuitem', { name: 'CSV' }));
    await waitFor(() => expect(saveFile).toHaveBeenCalledWith(file));
    expect(layerData).toHaveBeenCalledWith(model, 'stops', 'csv', expect.anything());
  });

  it('shows the progress of the export, and cancels it', async () => {
    let progress: (features: number) => void = () => {};
    let signal: AbortSignal | undefined;
    vi.mocked(layerData).mockImplementation((_model, _id, _format, options) => {
      progress = (features) => options.onProgress?.(features);
      signal = options.signal;
      return new Promise(() => {});
    });
    const { open, person } = rig();
    await open();
    await person.click(await screen.findByRole('button', { name: 'Export' }));
    await person.click(await screen.findByRole('menuitem', { name: 'CSV' }));
    act(() => progress(4000));
    expect(await screen.findByText('Features: 4,000')).toBeDefined();
    await person.click(screen.getByRole('button', { name: 'Cancel export' }));
    expect(signal?.aborted).toBe(true);
    expect(await screen.findByRole('button', { name: 'Export' })).toBeDefined();
    expect(saveFile).not.toHaveBeenCalled();
  });

  it('reports a failed export', async () => {
    vi.mocked(layerData).mockRejectedValue(new MappingError('x:y', 'The service is down', { status: 500 }));
    const { open, person } = rig();
    await open();
    await person.click(await screen.findByRole('button', { name: /export|download/i }));
    await person.click(await screen.findByRole('menuitem', { name: 'GeoJSON' }));
    expect((await screen.findByRole('alert')).textContent).toBe('The service is down');
  });

  it('shows why it could not be opened, and retries', async () => {
    vi.mocked(openTable).mockRejectedValueOnce(new MappingError('x:y', 'No rows', { status: 500 }));
    const { open, person } = rig();
    await open();
    expect((await screen.findByRole('alert')).textContent).toContain('No rows');
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(openTable).toHaveBeenCalledTimes(2);
  });
});
