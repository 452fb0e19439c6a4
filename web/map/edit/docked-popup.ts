import type Graphic from '@arcgis/core/Graphic.js';
import type Point from '@arcgis/core/geometry/Point.js';
import type { MapInternals } from '../map-model.ts';
import type { PopupElement } from '../sdk/tools/popup-element.ts';

/**
 * The popup at an edge of the map, as on phones, where it covers half of what is edited. Beside its place it
 * stays open.
 */
export interface DockedPopup {
  /** Closes it. @param feature the edited one, for which it may open again */
  hide(feature?: Graphic): void;
  /**
   * Opens it again, if it was closed for this feature.
   * @param stored whether the layer has what was edited: a point may be elsewhere now
   */
  show(feature: Graphic | undefined, stored: boolean): void;
  close(): void;
}

export function openDockedPopup({ onPopup }: Pick<MapInternals, 'onPopup'>): DockedPopup {
  let popup: PopupElement | undefined;
  let hidden = '';
  const stop = onPopup((loaded) => (popup = loaded));
  return {
    hide(feature) {
      if (!popup?.open || !popup.dockEnabled) return;
      hidden = nameOf(feature) === nameOf(popup.selectedFeature) ? nameOf(feature) : '';
      popup.open = false;
    },
    show(feature, stored) {
      // Another feature may have been opened from a list or the search.
      const isOfIt =
        hidden !== '' && [feature, popup?.selectedFeature].every((one) => nameOf(one) === hidden);
      hidden = '';
      if (!popup || !isOfIt) return;
      if (stored && feature?.geometry?.type === 'point') popup.location = feature.geometry as Point;
      popup.open = true;
    },
    close: stop,
  };
}

/** An edit replaces the graphic, but neither layer nor id; empty for a feature that is not in a layer. */
function nameOf(feature: Graphic | null | undefined): string {
  const id = feature?.getObjectId();
  return feature?.layer && typeof id === 'number' ? `${feature.layer.id} ${id}` : '';
}
