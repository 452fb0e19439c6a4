import type Collection from '@arcgis/core/core/Collection.js';
import type Point from '@arcgis/core/geometry/Point.js';
import type Graphic from '@arcgis/core/Graphic.js';
import type ActionButton from '@arcgis/core/support/actions/ActionButton.js';
import type MapView from '@arcgis/core/views/MapView.js';
import type { overrideGoTo } from '../fit.ts';
import './components.ts';
import { addInnerStyle } from './components.ts';
import '@arcgis/map-components/components/arcgis-popup';

/** What a popup shows. Features may still be on their way. */
export interface PopupContent {
  title?: string;
  features?: unknown[];
  promises?: Promise<unknown[]>[];
}

/** The SDK's popup element, as far as it is used here. */
export interface PopupElement extends HTMLElement {
  view: MapView;
  location: Point | null | undefined;
  open: boolean;
  features: unknown[];
  readonly selectedFeature: Graphic | null;
  actions: Collection<ActionButton>;
  goToOverride: ReturnType<typeof overrideGoTo> | undefined;
  focusTrapDisabled: boolean;
  topLayerDisabled: boolean;
  heading: string | null | undefined;
  /** Finds out what there is to show at a place; the answer is a set of the popup's own properties. */
  handleViewClick(event: unknown): Promise<PopupContent | undefined>;
  /** Resolves once its content is in the page. */
  readonly updateComplete?: Promise<unknown>;
  destroy(): Promise<void>;
}

/** On phones the popup stands at the map's foot, above the credits, and leaves room for the search and what it tells about. */
const aboveCredits = `.is-xs-width-breakpoint.is-docked-bottom-center .main-container {
  bottom: 24px;
  max-height: max(96px, min(75%, 100% - 164px));
}`;

/**
 * Puts the SDK's popup over a view. It goes with the view.
 *
 * It stays out of the browser's top layer, which lies above every dialog, and holds no focus: a popup is no dialog, and a
 * dialog that opens over it could not take the focus from a second trap.
 */
export async function createPopup(
  view: MapView,
  applyTheme: (element: HTMLElement) => void,
): Promise<PopupElement> {
  await customElements.whenDefined('arcgis-popup');
  const popup = document.createElement('arcgis-popup') as HTMLElement as PopupElement;
  Object.assign(popup, { view, topLayerDisabled: true, focusTrapDisabled: true });
  // Its content closes it with Escape, but the popup itself can have the focus.
  popup.addEventListener('keydown', ({ key, defaultPrevented }) => {
    if (key === 'Escape' && !defaultPrevented) popup.open = false;
  });
  placeOver(view).append(popup);
  applyTheme(popup);
  void addInnerStyle(popup, aboveCredits);
  return popup;
}

/** A box over the map and what floats on it. The SDK's own box for such things lies below the search and the buttons. */
function placeOver({ container }: MapView): HTMLElement {
  const place = document.createElement('div');
  place.className = 'map-popup';
  if (container instanceof HTMLElement) container.append(place);
  return place;
}
