import { fireEvent } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { clickByKeyboard } from './keyboard-clicks.ts';

/** A view of 600 by 400 pixels, whose surface records the pointer. */
function rig(takesClicks = true) {
  const container = document.createElement('div');
  container.innerHTML = '<div class="esri-view-surface" tabindex="0"></div><button></button>';
  document.body.append(container);
  const [surface, button] = [...container.children] as [HTMLElement, HTMLElement];
  const received: string[] = [];
  for (const type of ['pointermove', 'pointerdown', 'pointerup'] as const)
    surface.addEventListener(type, ({ clientX, clientY }) => received.push(`${type} ${clientX},${clientY}`));
  const clicked = vi.fn<() => void>();
  const view = { container, center: {}, toScreen: () => ({ x: 300, y: 200 }) };
  const stop = clickByKeyboard(view as never, () => takesClicks, clicked);
  onTestFinished(() => {
    stop();
    container.remove();
  });
  const press = (on: HTMLElement, init: object = {}) => {
    fireEvent.keyDown(on, { key: ' ', ...init });
    fireEvent.keyUp(on, { key: ' ' });
  };
  return { surface, button, received, clicked, press };
}

it('clicks at the middle of the map when Space is released', () => {
  const { surface, received, clicked, press } = rig();
  press(surface);
  expect(received).toEqual(['pointermove 300,200', 'pointerdown 300,200', 'pointerup 300,200']);
  expect(clicked).toHaveBeenCalledOnce();
});

it('leaves Space to the map without a tool, to controls on the map, to commands, and to a mouse that pans', () => {
  const idle = rig(false);
  idle.press(idle.surface);
  expect(idle.received).toEqual([]);
  const { surface, button, clicked, press } = rig();
  press(button);
  press(surface, { ctrlKey: true });
  fireEvent.keyDown(surface, { key: ' ' });
  fireEvent.pointerDown(surface);
  fireEvent.keyUp(surface, { key: ' ' });
  expect(clicked).not.toHaveBeenCalled();
});
