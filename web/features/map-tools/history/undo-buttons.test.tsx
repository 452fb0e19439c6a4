import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { show } from '../../../../testing/web/render.tsx';
import { type MapWork, useMapWork, useWorkState } from '../../../map/document/map-work.ts';
import { UndoButtons } from './undo-buttons.tsx';

vi.mock('../../../map/document/map-work.ts', () => ({
  useMapWork: vi.fn<typeof useMapWork>(),
  useWorkState: vi.fn<typeof useWorkState>(),
}));

afterEach(() => vi.resetAllMocks());

function rig(state: object) {
  const work = { undo: vi.fn<() => void>(), redo: vi.fn<() => void>() };
  vi.mocked(useMapWork).mockReturnValue(work as unknown as MapWork);
  vi.mocked(useWorkState).mockReturnValue({ changes: [], dirty: true, ...state } as never);
  return { ...show(<UndoButtons />), work };
}

describe('the undo and redo buttons', () => {
  it('name the step to undo or redo', async () => {
    const { person, work } = rig({
      undo: [{ kind: 'layer-hidden', layer: 'Stops' }],
      redo: [{ kind: 'layer-shown', layer: 'Parks' }],
    });
    await person.click(screen.getByRole('button', { name: /Stops hidden/ }));
    await person.click(screen.getByRole('button', { name: /Parks shown/ }));
    expect(work.undo).toHaveBeenCalledOnce();
    expect(work.redo).toHaveBeenCalledOnce();
  });

  it('name the group into which a layer was moved, and that it was moved out of it', () => {
    rig({
      undo: [{ kind: 'group', layer: 'Stops', to: 'Traffic' }],
      redo: [{ kind: 'group', layer: 'Parks' }],
    });
    expect(screen.getByRole('button', { name: 'Undo: Group of Stops: Traffic' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Redo: Group of Parks: No group' })).toBeDefined();
  });

  it('are disabled when there is nothing to undo', () => {
    rig({});
    const states = screen.getAllByRole('button').map((button) => button.hasAttribute('disabled'));
    expect(states).toEqual([true, true]);
  });

  it('respond to the shortcuts until the map is closed', () => {
    const { work, unmount } = rig({ undo: [{ kind: 'layer-hidden', layer: 'Stops' }] });
    act(() => void fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true }));
    act(() => void fireEvent.keyDown(document.body, { key: 'z', metaKey: true, shiftKey: true }));
    expect(work.undo).toHaveBeenCalledOnce();
    expect(work.redo).toHaveBeenCalledOnce();
    // A Russian keyboard.
    act(() => void fireEvent.keyDown(document.body, { key: 'я', code: 'KeyZ', ctrlKey: true }));
    expect(work.undo).toHaveBeenCalledTimes(2);
    unmount();
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    expect(work.undo).toHaveBeenCalledTimes(2);
  });
});
