import type { MapModel } from '../map-model.ts';
import type { PopupAction } from './show-actions.ts';

/** Puts buttons into the popup for as long as they fit what it shows; returns how to take them away. Brings nothing by itself. */
export function offerPopupActions(model: MapModel, actions: readonly PopupAction[]): () => void {
  let left = false;
  let remove: (() => void) | undefined;
  const stop = model.withInternals(({ onPopup }) =>
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
