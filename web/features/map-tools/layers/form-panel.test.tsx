import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeLayer, fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { show } from '../../../../testing/web/render.tsx';
import { FormPreviewContext } from '../../../context/open-map.ts';
import {
  checkExpression,
  type FormSession,
  type FormValue,
  openFormDesign,
} from '../../../map/configure/configure.ts';
import { type DesignField, usualForm } from '../../../map/configure/form-json.ts';
import { MapModelContext } from '../../../map/map-model.ts';
import { createStore } from '../../../store.ts';
import { itemOfLayer } from '../../../map/layers/layer-fields.ts';
import { saveForm } from '../../../portal/forms/save-form.ts';
import { loadItem } from '../../../portal/item-details.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { FormPanel } from './form-panel.tsx';

vi.mock('../../../map/configure/configure.ts', () => ({
  openFormDesign: vi.fn<typeof openFormDesign>(),
  checkExpression: vi.fn<typeof checkExpression>(),
}));
vi.mock('../../../map/layers/layer-fields.ts', () => ({ itemOfLayer: vi.fn<typeof itemOfLayer>() }));
vi.mock('../../../portal/forms/save-form.ts', () => ({ saveForm: vi.fn<typeof saveForm>() }));
vi.mock('../../../portal/item-details.ts', () => ({ loadItem: vi.fn<typeof loadItem>() }));
beforeEach(() => void vi.mocked(checkExpression).mockResolvedValue(undefined));

const fieldOf = (name: string, title: string, more: Partial<DesignField> = {}): DesignField => ({
  name,
  title,
  kind: 'text',
  editable: true,
  length: 50,
  choices: undefined,
  ...more,
});
const formFields = [
  fieldOf('name', 'Name'),
  fieldOf('open', 'Open', {
    choices: [
      { value: 1, title: 'Yes' },
      { value: 0, title: 'No' },
    ],
  }),
  fieldOf('code', 'Code', { editable: false }),
];

async function open(on = true) {
  const form = usualForm(formFields, 'Stops');
  const state = createStore({ value: { on, form } as FormValue, changed: false });
  const session: FormSession = {
    state,
    fields: [],
    formFields,
    geometry: 'point',
    set: (value) => act(() => state.set({ value, changed: true })),
    reset: vi.fn<() => void>(),
    close: vi.fn<() => void>(),
  };
  vi.mocked(openFormDesign).mockResolvedValue(session);
  const view = show(
    <MapModelContext value={fakeMapModel().model}>
      <FormPreviewContext value={(layerId) => <p>Preview of {layerId}</p>}>
        <FormPanel layer={fakeLayer({ id: 'stops', title: 'Stops' })} onBack={() => {}} />
      </FormPreviewContext>
    </MapModelContext>,
    { context: await fakeContext({ signedIn: true }) },
  );
  await screen.findByRole('switch', { name: 'Own form for editing' });
  const choose = async (field: string, option: string) => {
    await view.person.click(screen.getByRole('combobox', { name: field }));
    await view.person.click(await screen.findByRole('option', { name: option }));
  };
  const menu = async (title: string, item: string) => {
    await view.person.click(screen.getByRole('button', { name: `More actions for ${title}` }));
    await view.person.click(await screen.findByRole('menuitem', { name: item }));
  };
  return { ...view, choose, menu, form: () => state.get().value.form, value: () => state.get().value };
}

it('previews the form, also that of a layer without one', async () => {
  const { person, value } = await open(false);
  expect(screen.getByText('Preview of stops')).toBeDefined();
  expect(screen.queryByRole('list')).toBeNull();
  await person.click(screen.getByRole('switch', { name: 'Own form for editing' }));
  expect(value().on).toBe(true);
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
});

it('changes how a field is entered', async () => {
  const { person, choose, form } = await open();
  await person.click(screen.getByRole('button', { name: /^Name/ }));
  await person.type(screen.getByRole('textbox', { name: 'Placeholder' }), 'Park Street');
  await choose('Input', 'Several lines of text');
  await choose('Required', 'Always');
  expect(form().formElements?.[0]).toMatchObject({
    hint: 'Park Street',
    inputType: { type: 'text-area', maxLength: 50 },
    requiredExpression: 'expr/system/true',
  });
  await choose('Value', 'Calculated by expression');
  expect(screen.queryByRole('combobox', { name: 'Required' })).toBeNull();
  expect(form().formElements?.[0]).toMatchObject({
    editableExpression: 'expr/system/false',
    valueExpression: 'expr0',
  });
  const expression = screen.getByRole('textbox', { name: 'Value: Arcade expression' });
  await person.clear(expression);
  await person.type(expression, '1 + 1');
  expect(form().expressionInfos?.find(({ name }) => name === 'expr0')).toMatchObject({ expression: '1 + 1' });
  expect(vi.mocked(checkExpression)).toHaveBeenLastCalledWith('1 + 1', 'calculation', expect.any(Array));
});

it('sets and removes the limits of a text', async () => {
  const { person, form } = await open();
  await person.click(screen.getByRole('button', { name: /^Name/ }));
  const longest = screen.getByRole('spinbutton', { name: 'Maximum length' });
  await person.clear(longest);
  expect(form().formElements?.[0]?.inputType).not.toHaveProperty('maxLength');
  await person.type(longest, '20');
  expect(form().formElements?.[0]?.inputType).toMatchObject({ maxLength: 20 });
});

it('offers a switch only for two values', async () => {
  const { person, choose, form } = await open();
  await person.click(screen.getByRole('button', { name: /^Open/ }));
  await choose('Input', 'Switch');
  expect(form().formElements?.[1]?.inputType).toEqual({ type: 'switch', onValue: 1, offValue: 0 });
});

it('adds fields, groups and texts, orders and removes them by menu', async () => {
  const { person, menu, form } = await open();
  await person.click(screen.getByRole('button', { name: 'Add to the form' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Code' }));
  await person.click(screen.getByRole('button', { name: 'Add to the form' }));
  expect(screen.queryByRole('menuitem', { name: 'Code' })).toBeNull();
  await person.click(await screen.findByRole('menuitem', { name: 'Group' }));
  await menu('Code', 'Move down');
  expect(form().formElements?.[2]).toMatchObject({ type: 'group', formElements: [{ fieldName: 'code' }] });
  await menu('Name', 'Move down');
  await menu('Open', 'Remove');
  expect(form().formElements).toMatchObject([{ fieldName: 'name' }, { type: 'group' }]);
});

it('moves a field into a group by keyboard', async () => {
  const { person, form } = await open();
  await person.click(screen.getByRole('button', { name: 'Add to the form' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Group' }));
  screen.getByRole('button', { name: 'Move Open' }).focus();
  const announced = async (text: string) =>
    waitFor(() =>
      expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(text),
    );
  await person.keyboard(' ');
  await announced('Position 2 of 3.');
  await person.keyboard('{ArrowDown}');
  await announced('Group: Position 1 of 1.');
  await person.keyboard(' ');
  await announced('Group: Dropped at position 1 of 1.');
  expect(form().formElements).toMatchObject([
    { fieldName: 'name' },
    { type: 'group', formElements: [{ fieldName: 'open' }] },
  ]);
});

it('writes a text between the fields', async () => {
  const { person, form } = await open();
  await person.click(screen.getByRole('button', { name: 'Add to the form' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Text' }));
  const list = within(screen.getByRole('list', { name: 'Contents of the form' }));
  await person.click(list.getByRole('button', { name: 'Text' }));
  await person.type(screen.getByRole('textbox', { name: 'Text' }), 'Ask first.');
  expect(form().formElements?.at(-1)).toEqual({ type: 'text', text: 'Ask first.', textFormat: 'plain-text' });
});

it('is saved in the layer by those who may change its item, and that can be undone', async () => {
  const layer = { id: 'item', layer: 0, isTable: false };
  vi.mocked(itemOfLayer).mockReturnValue(layer);
  const item = { id: 'item', owner: 'ada', type: 'Feature Service', itemControl: 'admin' } as PortalItem;
  vi.mocked(loadItem).mockResolvedValue(item);
  vi.mocked(saveForm).mockResolvedValue('before');
  const { person, form } = await open();
  await person.click(await screen.findByRole('button', { name: 'Save in the layer' }));
  expect(await screen.findByText('The form is saved in the layer.')).toBeDefined();
  expect(vi.mocked(saveForm).mock.lastCall?.slice(1)).toEqual([item, layer, form()]);
  await person.click(screen.getByRole('button', { name: 'Undo' }));
  await vi.waitFor(() => expect(vi.mocked(saveForm).mock.lastCall?.[3]).toBe('before'));
});

it('cannot be saved in the layer of another member', async () => {
  vi.mocked(itemOfLayer).mockReturnValue({ id: 'other', layer: 0, isTable: false });
  const item = { id: 'other', owner: 'grace', type: 'Feature Service' } as PortalItem;
  vi.mocked(loadItem).mockResolvedValue(item);
  await open();
  await vi.waitFor(() => expect(loadItem).toHaveBeenCalled());
  expect(screen.queryByRole('button', { name: 'Save in the layer' })).toBeNull();
});
