import type MapView from '@arcgis/core/views/MapView.js';

/**
 * Clicks at the middle of the map when Space is released while a tool reserves the clicks, so that tools for
 * a pointer (drawing, measuring, choosing) also work with the keyboard: arrow keys move the map below its
 * middle. The SDK has keys that remove the last vertex and finish, but none that sets a vertex without a
 * pointer.
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
export function isSurface(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.classList.contains('esri-view-surface');
}

export interface ScreenPlace {
  x: number;
  y: number;
}

/** Dispatches the events of a mouse that moves to a point of an element and clicks. */
export function clickAt(element: HTMLElement, place: ScreenPlace): void {
  pointer(element, 'pointermove', place);
  pointer(element, 'pointerdown', place);
  pointer(element, 'pointerup', place);
}

/** Dispatches the events of a mouse that drags from one point of an element to another, however near they are. */
export function dragFromTo(element: HTMLElement, from: ScreenPlace, to: ScreenPlace): void {
  pointer(element, 'pointermove', from);
  pointer(element, 'pointerdown', from);
  // Farther than a click may move.
  pointer(element, 'pointermove', { x: from.x + 24, y: from.y }, true);
  pointer(element, 'pointermove', to, true);
  pointer(element, 'pointerup', to);
}

type PointerType = 'pointermove' | 'pointerdown' | 'pointerup';

function pointer(element: HTMLElement, type: PointerType, { x, y }: ScreenPlace, pressed = false): void {
  const { left, top } = element.getBoundingClientRect();
  element.dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      cancelable: true,
      pointerId: 1,
      pointerType: 'mouse',
      isPrimary: true,
      clientX: left + x,
      clientY: top + y,
      button: type === 'pointermove' ? -1 : 0,
      buttons: type === 'pointerdown' || pressed ? 1 : 0,
    }),
  );
}
