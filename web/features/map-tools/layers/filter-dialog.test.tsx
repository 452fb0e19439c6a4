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
];

/** The dialog over an SDK layer that counts no features. */
async function rig(filter = '') {
  const layer = {
    id: 'stops',
    definitionExpression: filter,
    fields,
    load: async () => {},
    queryFeatureCount: async () => 12,
    queryFeatures: async () => ({ features: [] }),
  };
  const { model } = fakeMapModel({ layers: [] }, {
    view: { map: { layers: { toArray: () => [layer] }, allLayers: [layer] } },
  } as unknown as Partial<MapInternals>);
  const onClose = vi.fn<() => void>();
  const { person } = show(
    <MapModelContext value={model}>
      <FilterDialog layer={fakeLayer({ filter })} onClose={onClose} />
    </MapModelContext>,
    { context: await fakeContext() },
  );
  await screen.findByRole('group', { name: 'Name' });
  const choose = async (label: string, option: string) => {
    await person.click(screen.getByRole('combobox', { name: label }));
    await person.click(await screen.findByRole('option', { name: option }));
  };
  const apply = () => person.click(screen.getByRole('button', { name: 'Apply' }));
  return { person, layer, onClose, choose, apply };
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
