import type { LinkedFeature } from '../../../wire/url-state.ts';
import type { PopupElement } from './tools/popup-element.ts';

/** Reports the popup's feature whenever it changes; undefined for none, and for features without an id. */
export function followSelected(
  popup: PopupElement,
  tell: (feature: LinkedFeature | undefined) => void,
): void {
  const look = () => tell(shown(popup));
  popup.addEventListener('arcgisPropertyChange', look);
  popup.addEventListener('arcgisClose', look);
}

function shown({ open, selectedFeature }: PopupElement): LinkedFeature | undefined {
  const layer = open ? selectedFeature?.layer : undefined;
  const id = selectedFeature?.getObjectId();
  return layer && typeof id === 'number' ? { layer: String(layer.id), id } : undefined;
}
