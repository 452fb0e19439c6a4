import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeContext } from '../../../../testing/web/fake-context.ts';
import { fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MappingError } from '../../../../wire/errors.ts';
import { whenMayLeave } from '../../../context/before-leaving.ts';
import {
  type EditForm,
  type Editing,
  type EditingState,
  type FormField,
  openEditing,
} from '../../../map/edit/edit-feature.ts';
import { MapModelContext } from '../../../map/map-model.ts';
import { createStore } from '../../../store.ts';
import { EditPanel } from './edit-panel.tsx';

vi.mock('../../../map/edit/edit-feature.ts', async (original) => ({
  ...(await original<object>()),
  openEditing: vi.fn<typeof openEditing>(),
}));

const template = {
  id: 'stops 0',
  label: 'Bus stop',
  description: '',
  layerId: 'stops',
  layerTitle: 'Stops',
  shape: 'point' as const,
  picture: undefined,
};
const field: FormField = {
  kind: 'field',
  name: 'name',
  label: 'Name',
  description: '',
  hint: '',
  input: 'text',
  value: null,
  required: false,
  editable: true,
  fault: undefined,
  minLength: undefined,
  maxLength: undefined,
  least: undefined,
  most: undefined,
  choices: [],
  zone: 'Asia/Almaty',
};
const form: EditForm = {
  key: 1,
  adds: false,
  layerTitle: 'Stops',
  title: 'Expo',
  elements: [field],
  shape: 'point',
  canReshape: true,
  reshaping: false,
  canUpdate: true,
  canDelete: true,
  attachments: [],
  canAttach: true,
  attachmentsUnread: false,
  attachmentRules: [],
  dirty: false,
  tried: false,
  status: 'ready',
  error: undefined,
};
const first: EditingState = {
  step: 'choose',
  templates: [template],
  candidates: [],
  template: undefined,
  ready: false,
  canUndo: false,
  canRedo: false,
  snapping: false,
  form: undefined,
  error: undefined,
};

function fakeEditing() {
  const state = createStore(first);
  const editing = {
    state,
    add: vi.fn<Editing['add']>(),
    open: vi.fn<Editing['open']>(),
    leave: vi.fn<Editing['leave']>(),
    finish: vi.fn<Editing['finish']>(),
    undo: vi.fn<Editing['undo']>(),
    redo: vi.fn<Editing['redo']>(),
    setSnapping: vi.fn<Editing['setSnapping']>(),
    setValue: vi.fn<Editing['setValue']>(),
    reshape: vi.fn<Editing['reshape']>(),
    move: vi.fn<Editing['move']>(),
    redraw: vi.fn<Editing['redraw']>(),
    attach: vi.fn<Editing['attach']>(),
    detach: vi.fn<Editing['detach']>(),
    keep: vi.fn<Editing['keep']>(),
    send: vi.fn<Editing['send']>(async () => true),
    remove: vi.fn<Editing['remove']>(async () => true),
    close: vi.fn<Editing['close']>(),
  } satisfies Editing;
  const set = (change: Partial<EditingState>) => act(() => state.set({ ...state.get(), ...change }));
  const setForm = (change: Partial<EditForm>) => set({ step: 'form', form: { ...form, ...change } });
  return { editing, set, setForm };
}

let fake = fakeEditing();
beforeEach(() => {
  fake = fakeEditing();
  vi.mocked(openEditing).mockImplementation(async () => fake.editing);
});

async function rig(change?: Partial<EditForm>) {
  const { model } = fakeMapModel();
  const view = show(
    <MapModelContext value={model}>
      <EditPanel />
    </MapModelContext>,
    { context: await fakeContext() },
  );
  await screen.findByRole('button', { name: 'Bus stop' });
  if (change) fake.setForm(change);
  return { ...view, model };
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('the Edit tool', () => {
  it('adds a feature of the selected type, and shows drawing instructions', async () => {
    const { person } = await rig();
    await person.click(button('Bus stop'));
    expect(fake.editing.add).toHaveBeenCalledWith('stops 0');
    fake.set({ step: 'draw', template, ready: true });
    expect(screen.getByText('Click on the map to add a point.')).toBeDefined();
    await person.click(button('Back'));
    expect(fake.editing.leave).toHaveBeenCalledOnce();
  });

  it('confirms before discarding an unfinished drawing', async () => {
    const { person } = await rig();
    const line = { ...template, shape: 'polyline' as const };
    fake.set({ step: 'draw', template: line, ready: true });
    await person.click(button('Back'));
    expect(fake.editing.leave).toHaveBeenCalledOnce();
    fake.set({ canUndo: true });
    await person.click(button('Back'));
    await person.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(fake.editing.leave).toHaveBeenCalledOnce();
  });

  it('confirms before leaving work in the editor of the SDK', async () => {
    const { person, model } = await rig();
    await person.click(button('Split, merge, edit several at once'));
    const go = vi.fn<() => void>();
    act(() => whenMayLeave('tool', go));
    expect(go).toHaveBeenCalledOnce();
    await waitFor(() => expect(model.showTool).toHaveBeenCalled());
    const [, , onWork] = model.showTool.mock.lastCall ?? [];
    act(() => onWork?.(true));
    act(() => whenMayLeave('tool', go));
    await person.click(await screen.findByRole('button', { name: 'Keep editing' }));
    await person.click(button('Back'));
    await person.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(go).toHaveBeenCalledOnce();
    act(() => onWork?.(false));
    await person.click(button('Back'));
    expect(await screen.findByRole('button', { name: 'Bus stop' })).toBeDefined();
  });

  it('says that the editor of the SDK needs a connection', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    onTestFinished(() => online.mockRestore());
    const { person } = await rig();
    await person.click(button('Split, merge, edit several at once'));
    expect((await screen.findByRole('alert')).textContent).toMatch(/^These tools need a connection/);
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('offers a search when there are many types', async () => {
    const { person } = await rig();
    expect(screen.queryByRole('searchbox')).toBeNull();
    const names = ['Oak', 'Birch', 'Elm', 'Ash', 'Fir', 'Yew', 'Pine', 'Lime'];
    fake.set({ templates: names.map((label) => ({ ...template, id: label, label })) });
    await person.type(screen.getByRole('searchbox', { name: 'Search feature types' }), 'pi{Enter}');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Oak' })).toBeNull());
    expect(button('Pine')).toBeDefined();
  });

  it('lets the user choose among overlapping features', async () => {
    const { person } = await rig();
    const candidate = { layerId: 'stops', objectId: 7, title: '', layerTitle: 'Stops' };
    fake.set({ step: 'candidates', candidates: [candidate, { ...candidate, objectId: 8, title: 'Expo' }] });
    expect(button('Feature 7 Stops')).toBeDefined();
    await person.click(button('Expo Stops'));
    expect(fake.editing.open).toHaveBeenCalledWith(expect.objectContaining({ objectId: 8 }));
  });

  it('ends editing when the panel closes', async () => {
    const { unmount } = await rig();
    unmount();
    expect(fake.editing.close).toHaveBeenCalledOnce();
  });
});

describe('the form of a feature', () => {
  it('focuses its first field, and sends the input', async () => {
    const { person } = await rig({});
    const name = screen.getByRole('textbox', { name: 'Name' });
    expect(document.activeElement).toBe(name);
    expect(button('Update').disabled).toBe(true);
    await person.type(name, 'Expo 2');
    expect(fake.editing.setValue).toHaveBeenLastCalledWith('name', 'Expo 2');
    fake.setForm({ dirty: true });
    await person.click(button('Update'));
    expect(fake.editing.send).toHaveBeenCalledOnce();
  });

  it('shows errors at the field after an attempt, and focuses it', async () => {
    const fields: FormField[] = [
      field,
      {
        ...field,
        name: 'bays',
        label: 'Bays',
        input: 'whole-number',
        fault: 'out-of-range',
        least: 1,
        most: 9,
      },
    ];
    fake.editing.send.mockImplementation(async () => {
      fake.setForm({ elements: fields, dirty: true, tried: true });
      return false;
    });
    const { person } = await rig({ elements: fields, dirty: true });
    expect(screen.queryByText('Enter a value from 1 to 9.')).toBeNull();
    await person.click(button('Update'));
    expect(screen.getByText('Enter a value from 1 to 9.')).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Bays' })));
  });

  it('rejects an invalid number', async () => {
    const { person } = await rig({ elements: [{ ...field, input: 'number' }] });
    await person.type(screen.getByRole('textbox', { name: 'Name' }), 'x');
    expect(fake.editing.setValue).toHaveBeenLastCalledWith('name', Number.NaN);
  });

  it('offers the values of a domain, and none', async () => {
    const choices = [
      { value: 1, label: 'Asphalt' },
      { value: 2, label: 'Gravel' },
    ];
    const { person } = await rig({ elements: [{ ...field, input: 'choice', choices, value: 1 }] });
    await person.click(screen.getByRole('combobox', { name: 'Name' }));
    await person.click(screen.getByRole('option', { name: 'Gravel' }));
    expect(fake.editing.setValue).toHaveBeenLastCalledWith('name', 2);
    await person.click(screen.getByRole('combobox', { name: 'Name' }));
    await person.click(screen.getByRole('option', { name: 'No value' }));
    expect(fake.editing.setValue).toHaveBeenLastCalledWith('name', null);
  });

  it('toggles between two values, and shows read-only values as text', async () => {
    const choices = [
      { value: 'y', label: 'Yes' },
      { value: 'n', label: 'No' },
    ];
    const { person } = await rig({
      elements: [
        { ...field, label: 'Lit', input: 'switch', choices, value: 'n' },
        { ...field, name: 'ward', label: 'Ward', editable: false, value: 'Esil' },
      ],
    });
    await person.click(screen.getByRole('switch', { name: 'Lit' }));
    expect(fake.editing.setValue).toHaveBeenLastCalledWith('name', 'y');
    expect(screen.getByText('Esil')).toBeDefined();
    expect(screen.queryByRole('textbox', { name: 'Ward' })).toBeNull();
  });

  it('confirms before deleting', async () => {
    const { person } = await rig({});
    await person.click(button('Delete'));
    expect(fake.editing.remove).not.toHaveBeenCalled();
    await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(fake.editing.remove).toHaveBeenCalledOnce();
  });

  it('confirms before discarding changes, by its own buttons and by another tool', async () => {
    const { person } = await rig({ dirty: true });
    await person.click(button('Cancel'));
    await person.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(fake.editing.leave).not.toHaveBeenCalled();
    const go = vi.fn<() => void>();
    act(() => whenMayLeave('tool', go));
    await person.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(go).toHaveBeenCalledOnce());
    fake.setForm({ dirty: false });
    act(() => whenMayLeave('tool', go));
    expect(go).toHaveBeenCalledTimes(2);
  });

  it('takes nothing while it is sent', async () => {
    await rig({ dirty: true });
    const name = screen.getByRole('textbox', { name: 'Name' });
    expect(name.closest('[inert]')).toBeNull();
    fake.setForm({ dirty: true, status: 'sending' });
    for (const one of [name, button('Back'), button('Move'), screen.getByLabelText('Add files')])
      expect(one.closest('[inert]')).not.toBeNull();
    fake.setForm({ dirty: true });
    expect(name.closest('[inert]')).toBeNull();
  });

  it.each([
    ['an update', { dirty: true }],
    ['a deletion', { dirty: false }],
  ])('is left only after the answer to %s, which may be a refusal', async (_what, change) => {
    await rig({ ...change, status: 'sending' });
    const go = vi.fn<() => void>();
    const leave = () => act(async () => whenMayLeave('tool', go));
    await leave();
    expect(screen.queryByRole('dialog')).toBeNull();
    const error = new MappingError('portal:not-permitted', 'x', { status: 403 });
    fake.setForm({ ...change, error });
    await act(async () => {});
    expect(go).not.toHaveBeenCalled();
    fake.setForm({ ...change, status: 'sending' });
    await leave();
    fake.set({ step: 'choose', form: undefined });
    await waitFor(() => expect(go).toHaveBeenCalledOnce());
  });

  it('keeps the input when the server rejects it, and shows why', async () => {
    const error = new MappingError('portal:not-permitted', 'x', { status: 403 });
    await rig({ dirty: true, error });
    expect(screen.getByRole('alert').textContent).toMatch(
      /Couldn’t save the feature. You don’t have permission for this/,
    );
    expect(button('Update').disabled).toBe(false);
  });

  it('lists attachments, adds files, and undoes deletions', async () => {
    const stored = { rule: undefined, size: 83, address: 'blob:bay', picture: true };
    const { person } = await rig({
      attachments: [
        { ...stored, key: 'a', name: 'bay.png', state: 'stored' },
        { ...stored, key: 'b', name: 'old.png', state: 'deleted' },
      ],
    });
    const file = new File(['notes'], 'notes.txt');
    await person.upload(screen.getByLabelText('Add files'), file);
    expect(fake.editing.attach).toHaveBeenCalledWith([file]);
    await person.click(button('Delete bay.png'));
    expect(fake.editing.detach).toHaveBeenCalledWith('a');
    await person.click(button('Keep old.png'));
    expect(fake.editing.keep).toHaveBeenCalledWith('b');
  });

  it('says that attachments need a connection where they could not be read', async () => {
    await rig({ attachments: undefined, attachmentsUnread: true });
    expect(screen.getByText(/^Attachments need a connection/)).toBeDefined();
    expect(screen.queryByLabelText('Add files')).toBeNull();
  });

  it('asks for the attachments of its form by number and type', async () => {
    const rule = {
      key: 'r',
      label: 'Photos',
      description: 'Two sides',
      keyword: 'photo',
      shows: 'own' as const,
    };
    const stored = { rule: 'r', size: 83, address: 'blob:bay', picture: true, state: 'stored' as const };
    const asked = { tried: true, attachmentRules: [{ ...rule, accept: 'image/*', least: 1, most: 2 }] };
    const { person } = await rig({ ...asked, attachments: [] });
    const part = screen.getByRole('region', { name: 'Photos' });
    expect(part.getAttribute('aria-invalid')).toBe('true');
    expect(within(part).getByText('Two sides')).toBeDefined();
    expect(within(part).getByText('Add at least this number of files: 1.')).toBeDefined();
    expect(screen.getByText('Some fields need your attention.')).toBeDefined();
    const [photo, plan] = [
      new File(['a'], 'a.png', { type: 'image/png' }),
      new File(['b'], 'plan.pdf', { type: 'application/pdf' }),
    ];
    fireEvent.change(within(part).getByLabelText('Add files'), { target: { files: [photo, plan] } });
    expect(fake.editing.attach).toHaveBeenCalledWith([photo], 'r');
    expect(within(part).getByRole('alert').textContent).toMatch(/^Not added: plan.pdf/);
    fake.setForm({
      ...asked,
      attachments: ['a', 'b'].map((key) => ({ ...stored, key, name: key })),
    });
    expect(part.getAttribute('aria-invalid')).toBeNull();
    expect(within(part).queryByLabelText('Add files')).toBeNull();
    await person.click(within(part).getByRole('button', { name: 'Delete b' }));
    expect(fake.editing.detach).toHaveBeenCalledWith('b');
  });

  it('moves the feature until finished', async () => {
    const { person } = await rig({});
    await person.click(button('Move'));
    expect(fake.editing.reshape).toHaveBeenCalledOnce();
    fake.setForm({ reshaping: true });
    await person.click(button('Done'));
    expect(fake.editing.finish).toHaveBeenCalledOnce();
  });

  it('moves as a whole without dragging, by buttons and keys', async () => {
    const { person } = await rig({});
    expect(screen.queryByRole('group', { name: 'Move' })).toBeNull();
    fake.setForm({ reshaping: true });
    const group = screen.getByRole('group', { name: 'Move' });
    await person.click(within(group).getByRole('button', { name: 'Move left' }));
    await person.keyboard('{Shift>}{ArrowDown}{/Shift}');
    expect(fake.editing.move.mock.calls).toEqual([
      [-10, 0],
      [0, 100],
    ]);
    // A drawing that replaces the shape has no shape yet.
    fake.setForm({ reshaping: false });
    await person.click(button('Draw again'));
    fake.setForm({ reshaping: true });
    expect(screen.queryByRole('group', { name: 'Move' })).toBeNull();
  });

  it('draws its shape again, without dragging', async () => {
    const { person } = await rig({});
    await person.click(button('Draw again'));
    expect(fake.editing.redraw).toHaveBeenCalledOnce();
    fake.setForm({ reshaping: true });
    expect(screen.getByText('Click on the map to add a point.')).toBeDefined();
    expect(screen.getByText(/^By keyboard/)).toBeDefined();
  });
});
