import type Point from '@arcgis/core/geometry/Point.js';
import type MapView from '@arcgis/core/views/MapView.js';
import './components.ts';
import '@arcgis/map-components/components/arcgis-popup';

/** The SDK's popup element, as far as it is used here. */
export interface PopupElement extends HTMLElement {
  view: MapView;
  location: Point | null | undefined;
  open: boolean;
  features: unknown[];
  fetchFeatures(screenPoint: { x: number; y: number }): Promise<void>;
  destroy(): Promise<void>;
}

/** Puts the SDK's popup over a view. It goes with the view. */
export async function createPopup(view: MapView): Promise<PopupElement> {
  await customElements.whenDefined('arcgis-popup');
  const popup = document.createElement('arcgis-popup') as HTMLElement as PopupElement;
  popup.view = view;
  view.ui.add(popup, 'manual');
  return popup;
}
