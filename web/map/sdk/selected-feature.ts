import type { LinkedFeature } from '../../../wire/url-state.ts';
import type { PopupElement } from './tools/popup-element.ts';

/** Tells which feature a popup shows whenever that changes; undefined for none, and for what has no id to find it again by. */
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
