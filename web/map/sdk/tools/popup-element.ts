import type MapView from '@arcgis/core/views/MapView.js';
import './components.ts';
import '@arcgis/map-components/components/arcgis-popup';
import type { PopupElement } from '../popup.ts';

/** Puts the SDK's popup over a view. It goes with the view. */
export async function createPopup(view: MapView): Promise<PopupElement> {
  await customElements.whenDefined('arcgis-popup');
  const popup = document.createElement('arcgis-popup') as HTMLElement as PopupElement;
  popup.view = view;
  view.ui.add(popup, 'manual');
  return popup;
}
