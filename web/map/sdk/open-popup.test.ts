import type MapView from '@arcgis/core/views/MapView.js';
import { expect, it, vi } from 'vitest';
import { openPopupOnClick } from './popup.ts';
import { createPopup, type PopupElement } from './tools/popup-element.ts';

vi.mock('./tools/popup-element.ts', () => ({ createPopup: vi.fn<typeof createPopup>() }));

it('a popup whose code could not be loaded is loaded again', async () => {
  const element = Object.assign(new EventTarget(), { selectedFeature: null }) as unknown as PopupElement;
  vi.mocked(createPopup).mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(element);
  const view = { on: () => ({ remove() {} }) } as unknown as MapView;
  const { popup, onPopup } = openPopupOnClick(
    view,
    () => {},
    () => false,
    () => false,
  );
  const used = vi.fn<(popup: PopupElement) => void>();
  onPopup(used);
  await expect(popup()).rejects.toThrow('Failed to fetch');
  expect(used).not.toHaveBeenCalled();
  expect(await popup()).toBe(element);
  onPopup(used);
  expect(used).toHaveBeenCalledTimes(2);
});
