import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeLayer, fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { type MapInternals, MapModelContext } from '../../../map/map-model.ts';
import { FilterDialog } from './filter-dialog.tsx';

const fields = [
  { name: 'name', alias: 'Name', type: 'string' },
  { name: 'height', alias: 'Height', type: 'double' },
  { name: 'opened', alias: 'Opened', type: 'date-only' },
  { name: 'OBJECTID', alias: 'OBJECTID', type: 'oid' },
];

/** The dialog over an SDK layer that counts 12 features, and has those with some ids in view. */
async function rig(filter = '', { ids = [], count = ids.length }: { ids?: number[]; count?: number } = {}) {
  const query = { set: vi.fn<(parts: object) => void>() };
  const layer = {
    id: 'stops',
    type: 'feature',
    objectIdField: 'OBJECTID',
    definitionExpression: filter,
    fields,
    load: async () => {},
    createQuery: () => query,
    queryFeatureCount: async (given: unknown) => (given === query ? count : 12),
    queryObjectIds: async () => ids,
    queryFeatures: async () => ({ features: [] }),
  };
  const { model } = fakeMapModel({ layers: [] }, {
    view: { map: { layers: { toArray: () => [layer] }, allLayers: [layer] }, extent: 'the extent' },
  } as unknown as Partial<MapInternals>);
  const onClose = vi.fn<() => void>();
  const { person } = show(
    <MapModelContext value={model}>
      <FilterDialog layer={fakeLayer({ filter })} onClose={onClose} />
    </MapModelContext>,
    { context: await fakeContext() },
  );
  await screen.findAllByRole('group', { name: 'Name' });
  const choose = async (label: string, option: string) => {
    await person.click(screen.getByRole('combobox', { name: label }));
    await person.click(await screen.findByRole('option', { name: option }));
  };
  const apply = () => person.click(screen.getByRole('button', { name: 'Apply' }));
  const listInView = () => person.click(screen.getByRole('button', { name: 'Only features in view' }));
  return { person, layer, query, onClose, choose, apply, listInView };
}

describe('applying a filter', () => {
  it.each([
    ['Name', 'is', 'Value', 'Enter a value.'],
    ['Height', 'is at least', 'Value', 'Enter a number.'],
    ['Opened', 'is on', 'Value', 'Enter a value.'],
    ['Opened', 'is in the last', 'Days', 'Enter a value from 1 to 99,999.'],
    ['Name', 'is one of', 'Values', 'Enter a value.'],
  ])('names the value missing from a condition (%s %s)', async (field, operator, label, error) => {
    const { layer, onClose, choose, apply } = await rig();
    await choose('Field', field);
    await choose('Condition', operator);
    expect(screen.queryByText(error)).toBeNull();
    await apply();
    const input = screen.getByLabelText(label);
    expect([document.activeElement, input.getAttribute('aria-invalid')]).toEqual([input, 'true']);
    expect(screen.getByText(error)).toBeDefined();
    expect([layer.definitionExpression, onClose.mock.calls]).toEqual(['', []]);
  });

  it('names the missing end of a range and keeps the other', async () => {
    const { person, layer, choose, apply } = await rig();
    await choose('Field', 'Height');
    await choose('Condition', 'is between');
    await person.type(screen.getByLabelText('From'), '3');
    await apply();
    expect(screen.getByLabelText('From')).toHaveProperty('value', '3');
    await person.type(screen.getByLabelText('To'), '5');
    expect(screen.queryByText('Enter a number.')).toBeNull();
    await apply();
    expect(layer.definitionExpression).toBe('(height BETWEEN 3 AND 5)');
  });

  it('neither counts nor applies the complete conditions beside an incomplete one', async () => {
    const { person, layer, apply } = await rig("(name = 'a')");
    await screen.findByText('Features shown: 12');
    await person.click(screen.getByRole('button', { name: 'Add condition' }));
    expect(screen.queryByText('Features shown: 12')).toBeNull();
    await apply();
    expect(screen.getByText('Enter a value.')).toBeDefined();
    expect(layer.definitionExpression).toBe("(name = 'a')");
  });

  it('includes a listed value that was typed without Enter', async () => {
    const { layer, choose, apply } = await rig();
    await choose('Condition', 'is one of');
    const values = screen.getByLabelText('Values');
    fireEvent.change(values, { target: { value: 'oak' } });
    fireEvent.blur(values);
    await apply();
    expect(layer.definitionExpression).toBe("(name IN ('oak'))");
  });
});

describe('only features in view', () => {
  it('are listed beside the conditions, again in place of the earlier list', async () => {
    const { layer, query, apply, listInView } = await rig("(name = 'a') AND (OBJECTID IN (7))", {
      ids: [3, 5],
    });
    await listInView();
    await screen.findByRole('button', { name: '5' });
    expect(query.set).toHaveBeenLastCalledWith(
      expect.objectContaining({ where: '1=1', geometry: 'the extent' }),
    );
    await apply();
    expect(layer.definitionExpression).toBe("(name = 'a') AND (OBJECTID IN (3, 5))");
  });

  it('take the place of a condition without a value', async () => {
    const { layer, apply, listInView } = await rig('', { ids: [3] });
    await listInView();
    await screen.findByRole('button', { name: '3' });
    await apply();
    expect(layer.definitionExpression).toBe('(OBJECTID IN (3))');
  });

  it('are required beside conditions of which any is enough', async () => {
    const { layer, apply, listInView } = await rig("(name = 'a') OR (name = 'b')", { ids: [3] });
    await listInView();
    await screen.findByRole('button', { name: '3' });
    await apply();
    expect(layer.definitionExpression).toBe("((name = 'a') OR (name = 'b')) AND (OBJECTID IN (3))");
  });

  it('are shown by their number where they are many', async () => {
    const { layer, apply, listInView } = await rig('', { ids: Array.from({ length: 1000 }, (_, id) => id) });
    await listInView();
    await screen.findByText('+997');
    expect(screen.queryByRole('button', { name: '3' })).toBeNull();
    await apply();
    expect(layer.definitionExpression).toMatch(/ 998, 999\)\)$/);
  });

  it.each([
    [1001, 'More than 1,000 features are in view. Zoom in, then try again.'],
    [0, 'No features in view'],
  ])('change nothing where there are %s', async (count, text) => {
    const { layer, apply, listInView } = await rig("(name = 'a')", { count });
    await listInView();
    await screen.findByText(text);
    await apply();
    expect(layer.definitionExpression).toBe("(name = 'a')");
  });
});
