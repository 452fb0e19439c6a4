import { act, fireEvent } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { webMap } from '../../../../testing/web/fake-context.ts';
import { show } from '../../../../testing/web/render.tsx';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { undoTime } from '../../../ui/undo-notice.tsx';
import { UndoNotice } from './undo-notice.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const [a, b] = [webMap({ id: 'a', title: 'Parks' }), webMap({ id: 'b', title: '' })];
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

/** A page with the notice, and an action button per item. */
function start() {
  const over = vi.fn<() => void>();
  const left = vi.fn<() => void>();
  function Rig() {
    const [items, setItems] = useState<readonly PortalItem[]>([]);
    return (
      <>
        {[a, b].map((item) => (
          <button type="button" key={item.id} onClick={() => setItems([item])}>
            Delete {item.id}
          </button>
        ))}
        <UndoNotice
          task="delete"
          items={items}
          onUndo={() => setItems([])}
          onOver={over}
          onFocusLeft={left}
        />
      </>
    );
  }
  const { screen } = show(<Rig />);
  const remove = (id: string) => screen.getByRole('button', { name: `Delete ${id}` });
  const undo = () => screen.getByRole('button', { name: 'Undo' });
  return { screen, over, left, remove, undo };
}

/** Presses a button by mouse or keyboard: browsers show the focus ring only for the keyboard. */
function press(button: HTMLElement, by: 'mouse' | 'keyboard') {
  const matches = Element.prototype.matches;
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector) {
    if (selector === ':focus-visible') return by === 'keyboard' && document.activeElement === this;
    return matches.call(this, selector);
  });
  act(() => {
    button.focus();
    button.click();
  });
  vi.restoreAllMocks();
}

describe('the time limit for undo', () => {
  it('expires for mouse users even when the focus moved to the button', async () => {
    const { over, remove, undo } = start();
    press(remove('a'), 'mouse');
    expect(document.activeElement).toBe(undo());
    await wait(undoTime - 1);
    expect(over).not.toHaveBeenCalled();
    await wait(1);
    expect(over).toHaveBeenCalledOnce();
  });

  it('pauses while the pointer is over the notice, and restarts when it leaves', async () => {
    const { screen, over, remove } = start();
    press(remove('a'), 'mouse');
    await wait(undoTime - 1);
    const notice = screen.getByText('Deleted “Parks”');
    fireEvent.pointerEnter(notice.closest('.MuiSnackbar-root')!);
    await wait(undoTime * 10);
    expect(over).not.toHaveBeenCalled();
    fireEvent.pointerLeave(notice.closest('.MuiSnackbar-root')!);
    await wait(undoTime - 1);
    expect(over).not.toHaveBeenCalled();
    await wait(1);
    expect(over).toHaveBeenCalledOnce();
  });

  it('pauses for keyboard users until the focus leaves', async () => {
    const { over, remove, undo } = start();
    press(remove('a'), 'keyboard');
    expect(document.activeElement).toBe(undo());
    await wait(undoTime * 10);
    expect(over).not.toHaveBeenCalled();
    act(() => remove('b').focus());
    await wait(undoTime);
    expect(over).toHaveBeenCalledOnce();
  });

  it('pauses on any key pressed in the notice; Escape leaves it', async () => {
    const { over, left, remove, undo } = start();
    press(remove('a'), 'mouse');
    fireEvent.keyDown(undo(), { key: 'Shift' });
    await wait(undoTime * 10);
    expect(over).not.toHaveBeenCalled();
    fireEvent.keyDown(undo(), { key: 'Escape' });
    expect(left).toHaveBeenCalledOnce();
  });

  it('restarts for every action, and the button is focused each time', async () => {
    const { screen, over, remove, undo } = start();
    press(remove('a'), 'mouse');
    fireEvent.pointerEnter(screen.getByText('Deleted “Parks”').closest('.MuiSnackbar-root')!);
    press(remove('b'), 'mouse');
    expect(screen.getByText('Deleted “Untitled map”')).toBeDefined();
    expect(document.activeElement).toBe(undo());
    await wait(undoTime);
    expect(over).toHaveBeenCalledOnce();
  });
});
