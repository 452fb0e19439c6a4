import { describe, expect, it, vi } from 'vitest';
import type { MapInternals } from '../map-model.ts';
import { fakeMapModel } from '../../../testing/web/fake-map-model.ts';
import { type SceneOver, sceneOver } from '../scene/scene-over.ts';
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
  return { model, stop, remove, popup, openPopup: () => use?.(popup) };
}

describe('popup buttons', () => {
  it('wait for a popup', async () => {
    const { model, popup, openPopup } = rig();
    offerPopupActions(model, []);
    expect(showActions).not.toHaveBeenCalled();
    openPopup();
    await vi.waitFor(() => expect(showActions).toHaveBeenCalledWith(popup, []));
  });

  it('are removed with their provider', async () => {
    const { model, stop, remove, openPopup } = rig();
    const leave = offerPopupActions(model, []);
    openPopup();
    await vi.waitFor(() => expect(showActions).toHaveBeenCalled());
    await Promise.resolve();
    leave();
    expect(stop).toHaveBeenCalledOnce();
    expect(remove).toHaveBeenCalledOnce();
  });

  it('that work in 3D are in the popup of the scene, as long as it is shown', async () => {
    const view = {} as MapInternals['view'];
    const { model } = fakeMapModel({}, { view, onPopup: () => () => {} });
    const remove = vi.fn<() => void>();
    vi.mocked(showActions).mockReset().mockReturnValue(remove);
    const action = { id: 'copy', title: 'Copy', icon: 'link', fits: () => true, run: () => {} };
    const both = { ...action, id: 'ext-a', inScene: true as const };
    const leave = offerPopupActions(model, [action, both]);
    const popup = {} as PopupElement;
    const onPopup: SceneOver['onPopup'] = (use) => {
      use(popup);
      return () => {};
    };
    sceneOver(view).set({ onPopup } as SceneOver);
    await vi.waitFor(() => expect(showActions).toHaveBeenCalledExactlyOnceWith(popup, [both]));
    await Promise.resolve();
    sceneOver(view).set(undefined);
    expect(remove).toHaveBeenCalledOnce();
    leave();
    sceneOver(view).set({ onPopup } as SceneOver);
    await vi.dynamicImportSettled();
    expect(showActions).toHaveBeenCalledOnce();
  });

  it('are not added after their removal', async () => {
    const { model, remove, openPopup } = rig();
    const leave = offerPopupActions(model, []);
    openPopup();
    leave();
    await vi.dynamicImportSettled();
    expect(showActions).not.toHaveBeenCalled();
    expect(remove).not.toHaveBeenCalled();
  });
});
