import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeLayer, fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MappingError } from '../../../../wire/errors.ts';
import { type EnrichSession, openEnrich } from '../../../map/enrich/enrich.ts';
import { MapModelContext } from '../../../map/map-model.ts';
import type { Selected } from '../../../map/select/selected.ts';
import { createStore } from '../../../store.ts';
import { EnrichPanel } from './enrich-panel.tsx';

vi.mock('../../../map/enrich/enrich.ts', async (original) => ({
  ...(await original<object>()),
  openEnrich: vi.fn<typeof openEnrich>(),
}));

const area = createStore<number | undefined>(undefined);
const selected = createStore<Selected>(new Map());
const session = {
  drawing: createStore<undefined>(undefined),
  area,
  selected,
  draw: vi.fn<EnrichSession['draw']>(async () => area.set(25_000)),
  stopDrawing: vi.fn<EnrichSession['stopDrawing']>(),
  takeView: vi.fn<EnrichSession['takeView']>(async () => area.set(50_000)),
  takeSelected: vi.fn<EnrichSession['takeSelected']>(async () => area.set(75_000)),
  fields: vi.fn<EnrichSession['fields']>(async () => [
    { name: 'height', title: 'Height', kind: 'number' },
    { name: 'kind', title: 'Kind', kind: 'text' },
  ]),
  read: vi.fn<EnrichSession['read']>(),
  toLayer: vi.fn<EnrichSession['toLayer']>(async () => {}),
  clear: vi.fn<EnrichSession['clear']>(() => area.set(undefined)),
  close: vi.fn<() => void>(),
};

beforeEach(() => {
  vi.clearAllMocks();
  area.set(undefined);
  selected.set(new Map());
  session.read.mockImplementation(async (requests) =>
    requests.map(({ layerId, fields, category }) => ({
      layerId,
      title: 'Stops',
      count: 1234,
      fields: fields.map((name) => ({ name, title: 'Height', sum: 40, mean: 2.5 })),
      categories: category === undefined ? [] : [{ title: 'Bus', count: 1200 }],
    })),
  );
  vi.mocked(openEnrich).mockImplementation(async () => session);
});

async function rig() {
  const { model } = fakeMapModel({ layers: [fakeLayer()] });
  const view = show(
    <MapModelContext value={model}>
      <EnrichPanel />
    </MapModelContext>,
  );
  const press = async (name: string | RegExp) =>
    view.person.click(await screen.findByRole('button', { name }));
  return { ...view, press };
}

describe('figures of an area', () => {
  it('are those of a drawn area, with sums, means and a chart', async () => {
    const { press, person } = await rig();
    await press('Rectangle');
    expect(await screen.findByText('1,234 features')).toBeDefined();
    expect(screen.getByText('Area: 2.5 ha')).toBeDefined();
    await person.click(screen.getByRole('combobox', { name: /^Numbers of/ }));
    await person.click(await screen.findByRole('option', { name: 'Height' }));
    await person.keyboard('{Escape}');
    expect(await screen.findByRole('row', { name: /Height 40 2.5 – –/ })).toBeDefined();
    await person.click(screen.getByRole('combobox', { name: /^Chart of/ }));
    await person.click(await screen.findByRole('option', { name: 'Kind' }));
    await waitFor(() =>
      expect(session.read.mock.lastCall?.[0]).toMatchObject([{ fields: ['height'], category: 'kind' }]),
    );
    await press('Add as a layer');
    expect(session.toLayer.mock.lastCall?.[1]).toMatchObject([{ count: 1234 }]);
    expect(session.toLayer.mock.lastCall?.[2].sum('Stops', 'Height')).toBe('Stops: sum of Height');
    await press('Clear');
    await waitFor(() => expect(screen.queryByText('1,234 features')).toBeNull());
  });

  it('show how often each value of a category occurs as a table too', async () => {
    session.read.mockResolvedValue([
      {
        layerId: 'stops',
        title: 'Stops',
        count: 1234,
        fields: [],
        categories: [
          { title: 'Bus', count: 1200 },
          { title: '', count: 34 },
        ],
      },
    ]);
    const { press } = await rig();
    await press('Rectangle');
    await press('Values');
    const rows = within(screen.getByRole('table', { name: 'Stops' })).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual(['Bus1,200', 'No value34']);
  });

  it('are those around a point, of the view and of the selection', async () => {
    selected.set(new Map([['stops', [1, 2]]]));
    const { press, person } = await rig();
    const metres = await screen.findByLabelText('Metres around points and lines');
    await person.clear(metres);
    expect(screen.getByRole('button', { name: 'Around a point' })).toHaveProperty('disabled', true);
    await person.type(metres, '250');
    await press('Around a point');
    expect(session.draw.mock.lastCall).toEqual(['point', 250]);
    await press('What the map shows');
    expect(await screen.findByText('Area: 5 ha')).toBeDefined();
    await press('The 2 selected features');
    expect(await screen.findByText('Area: 7.5 ha')).toBeDefined();
  });

  it('show why they cannot be read', async () => {
    session.read.mockRejectedValue(new MappingError('layer:failed', 'No'));
    const { press } = await rig();
    await press('Lasso');
    expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t be loaded.');
  });
});
