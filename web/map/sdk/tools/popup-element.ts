import type Collection from '@arcgis/core/core/Collection.js';
import type Point from '@arcgis/core/geometry/Point.js';
import type Graphic from '@arcgis/core/Graphic.js';
import type ActionButton from '@arcgis/core/support/actions/ActionButton.js';
import type MapView from '@arcgis/core/views/MapView.js';
import type { overrideGoTo } from '../fit.ts';
import './components.ts';
import { addInnerStyle } from './components.ts';
import '@arcgis/map-components/components/arcgis-popup';

/** The content of a popup. Features may still be loading. */
export interface PopupContent {
  title?: string;
  features?: unknown[];
  promises?: Promise<unknown[]>[];
}

/** The members of the SDK's popup element that are used here. */
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
  /** Whether it is at an edge of the map instead of beside its place. */
  readonly dockEnabled: boolean;
  heading: string | null | undefined;
  /** The heading that is shown, as HTML: the title of the selected feature, else `heading`. */
  readonly effectiveHeading: string | null | undefined;
  /** What it is, in the user's language. */
  readonly label?: string;
  /** Fetches the features at a location; returns properties for the popup. */
  handleViewClick(event: unknown): Promise<PopupContent | undefined>;
  /** Resolves once its content has been rendered. */
  readonly updateComplete?: Promise<unknown>;
  destroy(): Promise<void>;
}

/**
 * On phones the popup is docked at the bottom of the map, above the credits, and leaves room for the search
 * and for the feature; of a low map, as in a window at 400 %, it takes what it needs for its title, its
 * actions and some rows.
 */
const room = `.is-xs-width-breakpoint.is-docked-bottom-center .main-container {
  bottom: clamp(0px, 100% - 200px, 24px);
  max-height: max(min(100%, 200px), min(75%, 100% - 164px));
}
.is-xs-height-breakpoint.is-docked {
  padding-block: 8px;
}
.is-xs-height-breakpoint.is-docked-top-end .main-container {
  max-height: 100%;
}`;

/** Sizes of the map, in pixels, below which the popup is at an edge of the map: beside a place there is no room. */
const docked = { width: 544, height: 340 };

/**
 * Adds the SDK's popup to a view; it is removed with the view.
 *
 * It is not in the browser's top layer, which is above every dialog, and does not trap the focus: a popup is
 * not a dialog, and a dialog that opens over it could not take the focus from a second focus trap.
 */
export async function createPopup(
  view: MapView,
  applyTheme: (element: HTMLElement) => void,
): Promise<PopupElement> {
  await customElements.whenDefined('arcgis-popup');
  const popup = document.createElement('arcgis-popup') as HTMLElement as PopupElement;
  Object.assign(popup, {
    view,
    topLayerDisabled: true,
    focusTrapDisabled: true,
    dockOptions: { breakpoint: docked },
  });
  // Its content handles Escape, but the popup element itself can have the focus, too.
  popup.addEventListener('keydown', ({ key, defaultPrevented }) => {
    if (key === 'Escape' && !defaultPrevented) popup.open = false;
  });
  placeOver(view).append(popup);
  applyTheme(popup);
  void addInnerStyle(popup, room);
  return popup;
}

/** A container above the map and its controls. The SDK's own container is below the search and the buttons. */
function placeOver({ container }: MapView): HTMLElement {
  const place = document.createElement('div');
  place.className = 'map-popup';
  if (container instanceof HTMLElement) container.append(place);
  return place;
}
