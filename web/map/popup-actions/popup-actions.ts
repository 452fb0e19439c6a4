import type { MapModel } from '../map-model.ts';

/** The feature a popup shows. */
export interface PopupFeature {
  layerId: string;
  objectId: number;
  /** Whether the person may change it. */
  editable: boolean;
}

/** A button of the popup. */
export interface PopupAction {
  id: string;
  title: string;
  /** Name of a Calcite icon. */
  icon: string;
  fits(feature: PopupFeature): boolean;
  run(feature: PopupFeature): void;
}

/** Puts buttons into the popup for as long as they fit what it shows; returns how to take them away. Brings nothing by itself. */
export function offerPopupActions(model: MapModel, actions: readonly PopupAction[]): () => void {
  let left = false;
  let remove: (() => void) | undefined;
  const stop = model.reach(({ onPopup }) =>
    onPopup((popup) => {
      const show = async () => {
        const { showActions } = await import('./show-actions.ts');
        if (!left) remove = showActions(popup, actions);
      };
      // Without them the popup is still whole.
      void show().catch(() => {});
    }),
  );
  return () => {
    left = true;
    stop();
    remove?.();
  };
}
