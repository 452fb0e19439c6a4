import { waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { nameDialog, restoreFocus } from './popup-dialog.ts';

afterEach(() => document.body.replaceChildren());

function focusRig() {
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
  const { row, inPopup, close, focusMap } = focusRig();
  row.focus();
  inPopup.focus();
  close();
  expect(document.activeElement).toBe(row);
  expect(focusMap).not.toHaveBeenCalled();
});

it('moves the focus to the map when its origin is unknown or removed', () => {
  const { row, inPopup, close, focusMap } = focusRig();
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
  const { row, other, inPopup, close, focusMap } = focusRig();
  row.focus();
  inPopup.focus();
  other.focus();
  close();
  expect(document.activeElement).toBe(other);
  expect(focusMap).not.toHaveBeenCalled();
});

function nameRig() {
  const popup = Object.assign(document.createElement('div'), {
    effectiveHeading: undefined as string | undefined,
    label: 'Popup',
    updateComplete: Promise.resolve(),
  });
  const dialog = document.createElement('div');
  dialog.setAttribute('role', 'dialog');
  dialog.setAttribute('aria-label', '');
  popup.attachShadow({ mode: 'open' }).append(dialog);
  document.body.append(popup);
  nameDialog(popup);
  const show = (heading: string | undefined) => {
    popup.effectiveHeading = heading;
    popup.dispatchEvent(new CustomEvent('arcgisPropertyChange', { detail: { name: 'effectiveHeading' } }));
  };
  return { dialog, show };
}

it.each([
  ['its heading', 'Stop 17', 'Stop 17'],
  ['its heading without markup', '<b>Stop</b> 17 &amp; 18', 'Stop 17 & 18'],
  ['its kind when it has no heading', undefined, 'Popup'],
  ['its kind when its heading has no text', '<br>', 'Popup'],
])('a popup’s dialog is named by %s', async (_what, heading, name) => {
  const { dialog, show } = nameRig();
  show(heading);
  await waitFor(() => expect(dialog.getAttribute('aria-label')).toBe(name));
});

it('follows the heading from feature to feature', async () => {
  const { dialog, show } = nameRig();
  show('Stop 17');
  await waitFor(() => expect(dialog.getAttribute('aria-label')).toBe('Stop 17'));
  show('Stop 18');
  await waitFor(() => expect(dialog.getAttribute('aria-label')).toBe('Stop 18'));
});
