import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeMapModel } from '../../../../testing/web/fake-map-model.ts';
import { show } from '../../../../testing/web/render.tsx';
import { MapModelContext } from '../../../map/map-model.ts';
import { openSketch, type Sketch, type SketchState } from '../../../map/sketch/sketch.ts';
import { createStore } from '../../../store.ts';
import { colours } from './style-fields.tsx';
import { SketchPanel } from './sketch-panel.tsx';

vi.mock('../../../map/sketch/sketch.ts', async (original) => ({
  ...(await original<object>()),
  openSketch: vi.fn<typeof openSketch>(),
}));

const nothingDrawn: SketchState = {
  tool: undefined,
  ready: false,
  count: 0,
  selected: 0,
  hasSize: false,
  selectedText: undefined,
  canUndo: false,
  canRedo: false,
};

function fakeSketch() {
  const state = createStore(nothingDrawn);
  const set = (change: Partial<SketchState>) => act(() => state.set({ ...state.get(), ...change }));
  const sketch = {
    state,
    draw: vi.fn<Sketch['draw']>(),
    setStyle: vi.fn<Sketch['setStyle']>(),
    setText: vi.fn<Sketch['setText']>(),
    setSnapping: vi.fn<Sketch['setSnapping']>(),
    change: vi.fn<Sketch['change']>(),
    remove: vi.fn<() => void>(),
    undo: vi.fn<() => void>(),
    redo: vi.fn<() => void>(),
    close: vi.fn<() => void>(),
  } satisfies Sketch;
  return { sketch, set };
}

let fake = fakeSketch();

beforeEach(() => {
  fake = fakeSketch();
  vi.mocked(openSketch).mockReset().mockResolvedValue(fake.sketch);
});

async function rig() {
  const { model } = fakeMapModel();
  const view = show(
    <MapModelContext value={model}>
      <SketchPanel />
    </MapModelContext>,
  );
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Point' }).hasAttribute('disabled')).toBe(false),
  );
  return view;
}

const enabled = (name: string) => !screen.getByRole('button', { name }).hasAttribute('disabled');

describe('the sketch panel', () => {
  it('starts with the selected tool, and ends when it is selected again', async () => {
    const { person } = await rig();
    await person.click(screen.getByRole('button', { name: 'Point' }));
    expect(fake.sketch.draw).toHaveBeenLastCalledWith('point');
    fake.set({ tool: 'point' });
    expect(screen.getByRole('button', { name: 'Point' }).getAttribute('aria-pressed')).toBe('true');
    await person.click(screen.getByRole('button', { name: 'Point' }));
    expect(fake.sketch.draw).toHaveBeenLastCalledWith(undefined);
  });

  it('undoes, redoes and deletes where possible', async () => {
    const { person } = await rig();
    expect(['Undo', 'Redo'].map(enabled)).toEqual([false, false]);
    fake.set({ count: 2, selected: 1, canUndo: true, canRedo: true });
    await person.click(screen.getByRole('button', { name: 'Undo' }));
    await person.click(screen.getByRole('button', { name: 'Redo' }));
    expect(fake.sketch.undo).toHaveBeenCalledOnce();
    expect(fake.sketch.redo).toHaveBeenCalledOnce();
    expect(screen.getByText('Drawings: 2')).toBeDefined();
  });

  it.each([
    ['Move left', { right: -10, down: 0 }],
    ['Move up', { right: 0, down: -10 }],
    ['Size: +10%', { factor: 1.1 }],
    ['Size: -9%', { factor: 1 / 1.1 }],
    ['Rotation (°): +15', { degrees: 15 }],
    ['Rotation (°): -15', { degrees: -15 }],
  ])('changes a whole drawing without dragging, %s', async (name, change) => {
    const { person } = await rig();
    expect(screen.queryByRole('group', { name: 'Move' })).toBeNull();
    fake.set({ count: 1, selected: 1, hasSize: true });
    await person.click(screen.getByRole('button', { name }));
    expect(fake.sketch.change).toHaveBeenCalledExactlyOnceWith(change);
  });

  it.each([
    ['{ArrowRight}', { right: 10, down: 0 }],
    ['{Shift>}{ArrowDown}{/Shift}', { right: 0, down: 100 }],
    ['+', { factor: 1.1 }],
    ['-', { factor: 1 / 1.1 }],
    ['a', { degrees: 15 }],
    ['d', { degrees: -15 }],
  ])('changes a whole drawing by the keys of a map, %s', async (key, change) => {
    const { person } = await rig();
    fake.set({ count: 1, selected: 1, hasSize: true });
    screen.getByRole('button', { name: 'Move right' }).focus();
    await person.keyboard(key);
    expect(fake.sketch.change).toHaveBeenCalledExactlyOnceWith(change);
  });

  it('scales and turns nothing without a size', async () => {
    const { person } = await rig();
    fake.set({ count: 1, selected: 1, hasSize: false });
    const group = screen.getByRole('group', { name: 'Move' });
    expect(within(group).getAllByRole('button')).toHaveLength(4);
    screen.getByRole('button', { name: 'Move right' }).focus();
    await person.keyboard('a+');
    expect(fake.sketch.change).not.toHaveBeenCalled();
  });

  it('shows the text field only for text', async () => {
    const { person } = await rig();
    expect(screen.queryByRole('textbox')).toBeNull();
    fake.set({ tool: 'text' });
    await person.type(screen.getByRole('textbox'), 'Hi');
    expect(fake.sketch.setText).toHaveBeenLastCalledWith('Hi');
    fake.set({ tool: undefined, selectedText: 'Old' });
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Old');
  });

  it('shows the selected colour', async () => {
    const { person } = await rig();
    await person.click(screen.getByRole('button', { name: 'Red' }));
    expect(fake.sketch.setStyle).toHaveBeenLastCalledWith(expect.objectContaining({ colour: colours.red }));
    expect(screen.getByRole('button', { name: 'Red' }).getAttribute('aria-pressed')).toBe('true');
    expect(screen.getByRole('button', { name: 'Blue' }).getAttribute('aria-pressed')).toBe('false');
  });

  it('snaps to nearby features on request', async () => {
    const { person } = await rig();
    await person.click(screen.getByRole('switch'));
    expect(fake.sketch.setSnapping).toHaveBeenLastCalledWith(true);
    expect(screen.getByText(/Hold the pointer near a feature/)).toBeDefined();
    await person.click(screen.getByRole('switch'));
    expect(fake.sketch.setSnapping).toHaveBeenLastCalledWith(false);
    expect(screen.queryByText(/Hold the pointer near a feature/)).toBeNull();
  });

  it('ends drawing when it closes', async () => {
    const { unmount } = await rig();
    unmount();
    expect(fake.sketch.close).toHaveBeenCalledOnce();
  });

  it('reports code that fails to load, and retries', async () => {
    vi.mocked(openSketch).mockRejectedValueOnce(new Error('No code'));
    const { model } = fakeMapModel();
    const { person } = show(
      <MapModelContext value={model}>
        <SketchPanel />
      </MapModelContext>,
    );
    await person.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(enabled('Point')).toBe(true));
  });
});
