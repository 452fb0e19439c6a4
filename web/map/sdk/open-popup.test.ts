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
    () => {},
  );
  const used = vi.fn<(popup: PopupElement) => void>();
  onPopup(used);
  await expect(popup()).rejects.toThrow('Failed to fetch');
  expect(used).not.toHaveBeenCalled();
  expect(await popup()).toBe(element);
  onPopup(used);
  expect(used).toHaveBeenCalledTimes(2);
});

/** A view with a feature at each place. */
function rig() {
  const listeners: Record<string, (event: object) => unknown> = {};
  const view = {
    on: (type: string, listener: (event: object) => unknown) => {
      listeners[type] = listener;
      return { remove() {} };
    },
    hitTest: async () => ({ results: [{ type: 'graphic' }] }),
  } as unknown as MapView;
  const failed = vi.fn<(cause: unknown) => void>();
  openPopupOnClick(
    view,
    () => {},
    () => false,
    () => false,
    failed,
  );
  const at = { mapPoint: {}, x: 1, y: 2, button: 0, native: { pointerType: 'mouse' } };
  return { failed, click: async () => listeners['click']?.(at) };
}

it('a popup that cannot be loaded for a clicked place is reported', async () => {
  const cause = new TypeError('Failed to fetch');
  vi.mocked(createPopup).mockReset().mockRejectedValue(cause);
  const { click, failed } = rig();
  await click();
  expect(failed).toHaveBeenCalledExactlyOnceWith(cause);
});

it('features of a clicked place that could not be read are reported', async () => {
  const handleViewClick = async () => ({
    promises: [Promise.resolve([]), Promise.reject(new TypeError('Failed to fetch'))],
  });
  const element = Object.assign(new EventTarget(), { selectedFeature: null, handleViewClick });
  vi.mocked(createPopup)
    .mockReset()
    .mockResolvedValue(element as unknown as PopupElement);
  const { click, failed } = rig();
  await click();
  expect(failed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'layer:unreachable' }));
});
