import type MapView from '@arcgis/core/views/MapView.js';

/**
 * Clicks at the middle of the map when Space is released while a tool reserves the clicks, so that tools for a pointer (drawing,
 * measuring, choosing) also work with the keyboard: arrow keys move the map below its middle. The SDK has keys that remove the
 * last vertex and finish, but none that sets a vertex without a pointer.
 *
 * A click while Space is held is of a mouse that pans, and ends the wait.
 */
export function clickByKeyboard(
  view: Pick<MapView, 'container' | 'center' | 'toScreen'>,
  takesClicks: () => boolean,
  onClicked: () => void,
): () => void {
  const { container } = view;
  if (!(container instanceof HTMLElement)) return () => {};
  let held = false;
  const down = ({ key, repeat, target, ctrlKey, altKey, metaKey }: KeyboardEvent) => {
    if (key !== ' ' || repeat) return;
    held = isSurface(target) && takesClicks() && !ctrlKey && !altKey && !metaKey;
  };
  const up = ({ key, target }: KeyboardEvent) => {
    if (key !== ' ' || !held || !isSurface(target)) return;
    held = false;
    const { center } = view;
    const middle = center && view.toScreen(center);
    if (!middle) return;
    clickAt(target, middle);
    onClicked();
  };
  const letGo = () => (held = false);
  container.addEventListener('keydown', down);
  container.addEventListener('keyup', up);
  container.addEventListener('pointerdown', letGo);
  return () => {
    container.removeEventListener('keydown', down);
    container.removeEventListener('keyup', up);
    container.removeEventListener('pointerdown', letGo);
  };
}

/** The element of the view that has the focus and receives pointer events. */
function isSurface(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.classList.contains('esri-view-surface');
}

/** Dispatches the events of a mouse that moves to a point of an element and clicks. */
function clickAt(element: HTMLElement, { x, y }: { x: number; y: number }): void {
  const { left, top } = element.getBoundingClientRect();
  const event = (type: string, button: number, buttons: number) =>
    element.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        cancelable: true,
        pointerId: 1,
        pointerType: 'mouse',
        isPrimary: true,
        clientX: left + x,
        clientY: top + y,
        button,
        buttons,
      }),
    );
  event('pointermove', -1, 0);
  event('pointerdown', 0, 1);
  event('pointerup', 0, 0);
}
