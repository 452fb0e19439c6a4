import { describe, expect, it, vi } from 'vitest';
import { fakeMapModel } from '../../../testing/web/fake-map-model.ts';
import type { PopupElement } from '../sdk/tools/popup-element.ts';
import { offerPopupActions } from './popup-actions.ts';
import { showActions } from './show-actions.ts';

vi.mock('./show-actions.ts', () => ({ showActions: vi.fn<typeof showActions>() }));

function rig() {
  let use: ((popup: PopupElement) => void) | undefined;
  const stop = vi.fn<() => void>();
  const remove = vi.fn<() => void>();
  vi.mocked(showActions).mockReset().mockReturnValue(remove);
  const { model } = fakeMapModel(
    {},
    {
      onPopup: (listener) => {
        use = listener;
        return stop;
      },
    },
  );
  const popup = {} as PopupElement;
  return { model, stop, remove, popup, bring: () => use?.(popup) };
}

describe('popup buttons', () => {
  it('wait for a popup', async () => {
    const { model, popup, bring } = rig();
    offerPopupActions(model, []);
    expect(showActions).not.toHaveBeenCalled();
    bring();
    await vi.waitFor(() => expect(showActions).toHaveBeenCalledWith(popup, []));
  });

  it('are removed with their provider', async () => {
    const { model, stop, remove, bring } = rig();
    const leave = offerPopupActions(model, []);
    bring();
    await vi.waitFor(() => expect(showActions).toHaveBeenCalled());
    await Promise.resolve();
    leave();
    expect(stop).toHaveBeenCalledOnce();
    expect(remove).toHaveBeenCalledOnce();
  });

  it('are not added after their removal', async () => {
    const { model, remove, bring } = rig();
    const leave = offerPopupActions(model, []);
    bring();
    leave();
    await vi.dynamicImportSettled();
    expect(showActions).not.toHaveBeenCalled();
    expect(remove).not.toHaveBeenCalled();
  });
});
