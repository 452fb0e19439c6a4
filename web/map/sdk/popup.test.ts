import { expect, it, vi } from 'vitest';
import { refreshAfterEdits } from './popup.ts';
import type { PopupElement } from './tools/popup-element.ts';

function rig() {
  let notify = (_edits: object) => {};
  const feature = (name: string, layer: object) => ({ name, layer, getObjectId: () => 7 });
  const queryFeatures = vi.fn<() => Promise<object>>();
  const layer = {
    applyEdits: () => {},
    on: (_event: string, listener: (edits: object) => void) => {
      notify = listener;
      return { remove: () => (notify = () => {}) };
    },
    queryFeatures,
  };
  queryFeatures.mockResolvedValue({ features: [feature('new', layer)] });
  const old = feature('old', layer);
  const popup = Object.assign(new EventTarget(), {
    open: true,
    features: [{ name: 'other' }, old],
    selectedFeature: old,
  });
  refreshAfterEdits(popup as unknown as PopupElement, {} as never, (feature) => feature);
  return { popup, layer, notify: (edits: object) => notify(edits) };
}
const names = ({ features }: { features: object[] }) => features.map((one) => (one as { name: string }).name);

it('a popup shows its feature’s updated values', async () => {
  const { popup, notify } = rig();
  notify({ updatedFeatures: [{ objectId: 8 }] });
  expect(names(popup)).toEqual(['other', 'old']);
  notify({ updatedFeatures: [{ objectId: 7 }] });
  await vi.waitFor(() => expect(names(popup)).toEqual(['other', 'new']));
  expect(popup.open).toBe(true);
});

it('a popup closes when its feature is deleted, and stays when the service does not respond', async () => {
  const { popup, layer, notify } = rig();
  layer.queryFeatures.mockRejectedValue(new Error('Offline'));
  notify({ updatedFeatures: [{ objectId: 7 }] });
  await vi.waitFor(() => expect(layer.queryFeatures).toHaveBeenCalledOnce());
  expect(names(popup)).toEqual(['other', 'old']);
  notify({ deletedFeatures: [{ objectId: 7 }] });
  expect(popup.open).toBe(false);
});
