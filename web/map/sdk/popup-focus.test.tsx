import { afterEach, expect, it, vi } from 'vitest';
import { restoreFocus } from './popup.ts';

afterEach(() => document.body.replaceChildren());

function rig() {
  const [row, other, inPopup] = [1, 2, 3].map(() => document.createElement('button'));
  if (!row || !other || !inPopup) throw new Error('There are no buttons.');
  const popup = document.createElement('div');
  popup.append(inPopup);
  document.body.append(row, other, popup);
  const focusMap = vi.fn<() => void>();
  restoreFocus(popup, focusMap);
  return { row, other, inPopup, focusMap, close: () => popup.dispatchEvent(new Event('arcgisClose')) };
}

it('returns the focus to its origin', () => {
  const { row, inPopup, close, focusMap } = rig();
  row.focus();
  inPopup.focus();
  close();
  expect(document.activeElement).toBe(row);
  expect(focusMap).not.toHaveBeenCalled();
});

it('moves the focus to the map when its origin is unknown or removed', () => {
  const { row, inPopup, close, focusMap } = rig();
  inPopup.focus();
  close();
  expect(focusMap).toHaveBeenCalledOnce();
  row.focus();
  inPopup.focus();
  row.remove();
  close();
  expect(focusMap).toHaveBeenCalledTimes(2);
});

it('leaves the focus where the user moved it meanwhile', () => {
  const { row, other, inPopup, close, focusMap } = rig();
  row.focus();
  inPopup.focus();
  other.focus();
  close();
  expect(document.activeElement).toBe(other);
  expect(focusMap).not.toHaveBeenCalled();
});
