import { loadCapability, loadInBackground } from '../load-capability.ts';
import type { MapInternals, MapModel } from '../map-model.ts';
import { whileInScene } from '../scene/scene-over.ts';
import type { PopupElement } from '../sdk/tools/popup-element.ts';

/** The feature a popup shows. */
export interface PopupFeature {
  layerId: string;
  objectId: number;
  /** Whether the user may edit it. */
  editable: boolean;
  /** Its layer, if that has a history whose changes the user may see. */
  history?: {
    /** Address of the layer at its service. */
    url: string;
    /** When the history begins, in epoch milliseconds. */
    since: number;
  };
}

/** A button of the popup. */
export interface PopupAction {
  id: string;
  title: string;
  /** Name of a Calcite icon. */
  icon: string;
  /** Whether popups in 3D have it, too. */
  inScene?: true;
  fits(feature: PopupFeature): boolean;
  run(feature: PopupFeature): void;
}

const showActions = loadInBackground(async () => {
  const code = await import('./show-actions.ts');
  return (_internals, popup: PopupElement, actions: readonly PopupAction[]) =>
    code.showActions(popup, actions);
});

/**
 * Loads the features of a layer again after they were changed elsewhere, and closes the popup, which shows a
 * former one.
 */
export const reloadFeatures = loadCapability(async () => (await import('./show-actions.ts')).reloadFeatures);

/**
 * Puts buttons into the popup, visible when they fit the feature it shows; returns a function that removes them. Loads
 * nothing before the popup has been loaded.
 */
export function offerPopupActions(model: MapModel, actions: readonly PopupAction[]): () => void {
  const inScene = actions.filter((action) => action.inScene);
  const offer = (onPopup: MapInternals['onPopup'], offered: readonly PopupAction[]) => {
    let remove = () => {};
    const stop = onPopup((popup) => {
      remove = showActions(model, popup, offered);
    });
    return () => {
      stop();
      remove();
    };
  };
  return model.withInternals(({ view, onPopup }) => {
    const stop = offer(onPopup, actions);
    const stopScene =
      inScene.length > 0 ? whileInScene(view, (scene) => offer(scene.onPopup, inScene)) : () => {};
    return () => {
      stop();
      stopScene();
    };
  });
}
