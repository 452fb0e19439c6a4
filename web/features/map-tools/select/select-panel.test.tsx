import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeLayer, fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { computedStyle } from '../../../../testing/web/set-up.ts';
import { MappingError } from '../../../../wire/errors.ts';
import { MapModelContext } from '../../../map/map-model.ts';
import { isAnnouncedByPanel } from '../../../map/select/announced-selection.ts';
import { openSelect, type SelectSession, type SelectShape } from '../../../map/select/select.ts';
import type { Selected } from '../../../map/select/selected.ts';
import { createStore } from '../../../store.ts';
import { shownTable } from '../../../map/table/feature-table.ts';
import { SelectPanel } from './select-panel.tsx';

window.getComputedStyle = computedStyle;

vi.mock('../../../map/select/select.ts', async (original) => ({
  ...(await original<object>()),
  openSelect: vi.fn<typeof openSelect>(),
}));

const selected = createStore<Selected>(new Map());
const drawing = createStore<SelectShape | undefined>(undefined);
const session = {
  selected,
  drawing,
  draw: vi.fn<SelectSession['draw']>(async () => true),
  stopDrawing: vi.fn<SelectSession['stopDrawing']>(),
  inView: vi.fn<SelectSession['inView']>(async () => {}),
  byCondition: vi.fn<SelectSession['byCondition']>(async () => {}),
  byLayer: vi.fn<SelectSession['byLayer']>(async () => {}),
  fields: vi.fn<SelectSession['fields']>(async () => [{ name: 'kind', title: 'Kind', kind: 'text' }]),
  invert: vi.fn<SelectSession['invert']>(async () => {}),
  clear: vi.fn<SelectSession['clear']>(),
  goTo: vi.fn<SelectSession['goTo']>(async () => {}),
  toLayer: vi.fn<SelectSession['toLayer']>(async () => {}),
  close: vi.fn<() => void>(),
};

beforeEach(() => {
  vi.clearAllMocks();
  selected.set(new Map());
  drawing.set(undefined);
  vi.mocked(openSelect).mockImplementation(async () => session);
});

async function rig() {
  const hidden = fakeLayer({ id: 'parks', title: 'Parks', visible: false });
  const notes = fakeLayer({ id: 'notes', title: 'My drawings', kind: 'map-notes', hasFeatures: false });
  const { model } = fakeMapModel({ layers: [fakeLayer(), hidden, notes] });
  const view = show(
    <MapModelContext value={model}>
      <SelectPanel />
    </MapModelContext>,
  );
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Rectangle' })).toHaveProperty('disabled', false),
  );
  const press = (name: string | RegExp) => view.person.click(screen.getByRole('button', { name }));
  const choose = async (label: string, option: string) => {
    await view.person.click(await screen.findByRole('combobox', { name: label }));
    await view.person.click(await screen.findByRole('option', { name: option }));
  };
  return { ...view, model, press, choose };
}

describe('selecting', () => {
  it('announces the selection of every layer instead of the map', async () => {
    const { model, unmount } = await rig();
    const isAnnounced = () => isAnnouncedByPanel(model, new Map(), new Map([['roads', [1]]]));
    expect(isAnnounced()).toBe(true);
    unmount();
    expect(isAnnounced()).toBe(false);
  });

  it('draws in all visible layers, and ends when pressed again', async () => {
    const { press } = await rig();
    await press('Lasso');
    expect(session.draw).toHaveBeenCalledWith('lasso', { layerIds: ['stops'], how: 'replace' });
    drawing.set('lasso');
    await press('Lasso');
    expect(session.stopDrawing).toHaveBeenCalled();
  });

  it('selects what is in view, in chosen layers and in addition', async () => {
    const { person, press, choose } = await rig();
    await choose('Select in', 'Parks');
    await person.keyboard('{Escape}');
    await press('Add');
    await press('Everything in view');
    expect(session.inView.mock.lastCall?.[0]).toEqual({ layerIds: ['parks'], how: 'add' });
  });

  it('selects by a condition, and reports an invalid one', async () => {
    session.byCondition.mockRejectedValueOnce(new MappingError('select:bad-condition', 'Bad'));
    const { person, press } = await rig();
    await press('By a condition');
    await person.type(screen.getByLabelText('Condition (SQL)'), "kind = 'bus'");
    await press('Select');
    expect(session.byCondition.mock.lastCall?.[0]).toBe("kind = 'bus'");
    expect((await screen.findByRole('alert')).textContent).toContain('isn’t valid');
  });

  it('selects by conditions over fields, which write the SQL', async () => {
    session.fields.mockResolvedValueOnce([{ name: 'levels', title: 'Storeys', kind: 'number' }]);
    const { person, press } = await rig();
    await press('By a condition');
    expect((await screen.findByRole('combobox', { name: 'Field' })).textContent).toBe('Storeys');
    await person.type(screen.getByRole('combobox', { name: 'Value' }), '20');
    const sql = screen.getByLabelText<HTMLTextAreaElement>('Condition (SQL)');
    expect(sql.value).toBe('(levels = 20)');
    await press('Select');
    expect(session.byCondition.mock.lastCall?.[0]).toBe('(levels = 20)');
    // SQL by hand may be what no condition can say.
    await person.type(sql, ' AND 1=1');
    expect(screen.queryByRole('combobox', { name: 'Field' })).toBeNull();
    await press('Select');
    expect(session.byCondition.mock.lastCall?.[0]).toBe('(levels = 20) AND 1=1');
  });

  it('compares with another layer at a distance', async () => {
    const { press, choose } = await rig();
    await press('By another layer or drawings');
    await choose('Features that', 'lie near');
    await choose('Features of', 'Parks');
    await press('Select');
    expect(session.byLayer.mock.lastCall?.[0]).toEqual({
      layerId: 'parks',
      relation: 'distance',
      metres: 500,
      onlySelected: false,
    });
  });
});

it('drawings select features, and have no selection of their own', async () => {
  const { press, choose } = await rig();
  await press('By another layer or drawings');
  await choose('Features of', 'My drawings');
  expect(screen.queryByRole('switch', { name: 'Only its selected features' })).toBeNull();
  await press('Select');
  expect(session.byLayer.mock.lastCall?.slice(0, 2)).toMatchObject([
    { layerId: 'notes', relation: 'intersects', onlySelected: false },
    { layerIds: ['stops'] },
  ]);
});

it('selected features are counted by layer, with their actions', async () => {
  selected.set(new Map([['stops', [4, 5, 6]]]));
  const { model, person, press } = await rig();
  expect(screen.getAllByText('3 features selected')).toHaveLength(2);
  const act = async (name: string) => {
    await press(/^Actions on 3 selected features of Stops/);
    await person.click(await screen.findByRole('menuitem', { name }));
  };
  await act('Open table');
  expect(shownTable(model).get()).toBe('stops');
  await act('Invert selection');
  expect(session.invert.mock.lastCall?.[0]).toBe('stops');
  await act('New layer from selection');
  expect(session.toLayer.mock.lastCall?.slice(0, 2)).toEqual(['stops', 'Stops (selection)']);
  await press('Clear selection');
  expect(session.clear).toHaveBeenCalledWith();
});
